; The installer for Windows, per machine or per user: /AllUsers or /CurrentUser, /S for no questions, and /D=FOLDER as the last word.
; `installer.ts` runs it, and says what is to be installed, removed and signed.
Unicode true
Target amd64-unicode
ManifestDPIAware true
SetCompressor /SOLID lzma
SetDateSave off
!ifdef SIGN
  ; Without the comparison NSIS would go on with a program that nobody signed.
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

!define MULTIUSER_MUI
!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_USE_PROGRAMFILES64
!define MULTIUSER_INSTALLMODE_INSTDIR "Overlay Desk"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${REMOVE}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
; Where it is told nothing, a new version is for whom the one before was, and does not come to lie beside it.
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${REMOVE}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallLocation"
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh

Name "Overlay Desk ${VERSION}"
OutFile "${TO}"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
BrandingText " "
VIProductVersion "${NUMBERS}.0"
VIAddVersionKey ProductName "Overlay Desk"
VIAddVersionKey FileDescription "Installer of Overlay Desk"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Overlay Desk maintainers"

!insertmacro MUI_PAGE_WELCOME
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Its exit code, where it refuses, and that of NSIS where it fails.
!define REFUSED 2
; Without questions NSIS would leave out a file that cannot be written, and call that a success.
AllowSkipFiles off

; Nothing is changed, and it says why.
!macro REFUSE SAYING
  MessageBox MB_OK|MB_ICONSTOP "${SAYING}" /SD IDOK
  SetErrorLevel ${REFUSED}
  Quit
!macroend

; For all users without the rights to it. MultiUser would ask then, also where nobody is to be asked.
!macro REFUSE_WITHOUT_RIGHTS SAYING
  UserInfo::GetAccountType
  Pop $0
  ${GetParameters} $1
  ClearErrors
  ${GetOptions} $1 "/AllUsers" $2
  ${IfNot} ${Errors}
  ${AndIf} $0 != "Admin"
    !insertmacro REFUSE "${SAYING}"
  ${EndIf}
!macroend

; Two installs of one application would have one folder and one registration of show files, and each would remove those of the other.
; `msi.ts` refuses the other way round.
!macro REFUSE_BESIDE_MSI
  System::Call 'msi::MsiEnumRelatedProductsW(w "{${UPGRADE_CODE}}", i 0, i 0, w .r0) i .r1'
  ${If} $1 == 0
    !insertmacro REFUSE "Overlay Desk is installed on this machine already, for all users, by its .msi. Install a newer .msi, or let an administrator remove that one first in the system's list of programs; shows and settings stay. Nothing was installed."
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${AtLeastWin10}
    !insertmacro REFUSE "Overlay Desk needs Windows 10 or later, with 64 bits. Nothing was installed."
  ${EndIf}
  !insertmacro REFUSE_BESIDE_MSI
  !insertmacro REFUSE_WITHOUT_RIGHTS "Only an administrator installs Overlay Desk for all users. Start this as one, or with /CurrentUser. Nothing was installed."
  ; It chooses a folder. What /D names counts for more.
  StrCpy $0 $INSTDIR
  !insertmacro MULTIUSER_INIT
  ${If} $0 != ""
    StrCpy $INSTDIR $0
  ${EndIf}
FunctionEnd

; A program that runs cannot be replaced, and half of a new version must not lie beside half of an old one.
!macro REFUSE_WHILE_RUNNING
  ${If} ${FileExists} "$INSTDIR\Overlay Desk.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\Overlay Desk.exe" a
    ${If} ${Errors}
      !insertmacro REFUSE "Overlay Desk is running, or $INSTDIR cannot be written. End it, or start this again as an administrator. Nothing was changed."
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; Room (MiB) for all files at once. What is there already makes room for itself.
!macro REFUSE_FULL_DISK
  SectionGetSize ${DESK} $0
  IntOp $0 $0 / 1024
  IntOp $0 $0 + 1
  ${GetRoot} "$INSTDIR" $1
  ${DriveSpace} "$1\" "/D=F /S=M" $2
  ${GetSize} "$INSTDIR" "/S=0M" $3 $4 $5
  IntOp $2 $2 + $3
  ${If} $2 < $0
    !insertmacro REFUSE "Overlay Desk needs $0 MiB on $1, where there is room for $2 MiB. Make room, or choose another folder. Nothing was changed."
  ${EndIf}
!macroend

; Takes away all that the installer puts there, whole or not. Shows and settings are in the data directory of the operator, and stay.
!macro REMOVE_ALL
  Delete "$SMPROGRAMS\Overlay Desk.lnk"
  !include "${REMOVAL}"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  ReadRegStr $0 SHCTX "Software\Classes\.${EXTENSION}" ""
  ${If} $0 == "${KIND}"
    DeleteRegKey SHCTX "Software\Classes\.${EXTENSION}"
  ${EndIf}
  DeleteRegKey SHCTX "Software\Classes\${KIND}"
  DeleteRegKey SHCTX "${REMOVE}"
  ${RefreshShellIcons}
!macroend

Function .onInstFailed
  ; A working directory cannot be removed.
  SetOutPath "$TEMP"
  !insertmacro REMOVE_ALL
  MessageBox MB_OK|MB_ICONSTOP "Overlay Desk could not be installed, and nothing of it was left in $INSTDIR: a file there could not be written. Make room, end what has it open, and start this again. Shows and settings stay." /SD IDOK
FunctionEnd

Function un.onInit
  !insertmacro REFUSE_WITHOUT_RIGHTS "Only an administrator removes Overlay Desk for all users. Start this as one. Nothing was changed."
  ; Where there is one for all users and one for this user, it chooses the folder of either. This program removes what it lies in.
  StrCpy $0 $INSTDIR
  !insertmacro MULTIUSER_UNINIT
  ReadRegStr $1 HKCU "${REMOVE}" "InstallLocation"
  ${If} $INSTDIR != $0
  ${AndIf} $1 == $0
    Call un.MultiUser.InstallMode.CurrentUser
  ${EndIf}
  StrCpy $INSTDIR $0
FunctionEnd

Section "" DESK
  !insertmacro REFUSE_WHILE_RUNNING
  !insertmacro REFUSE_FULL_DISK
  ; Files of a version before that this one does not have would stay otherwise. All of "resources" might be that of somebody else.
  RMDir /r "$INSTDIR\resources\app.asar.unpacked"
  SetOutPath "$INSTDIR"
  File /r "${APP}/*"
  ClearErrors
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  ${If} ${Errors}
    Abort
  ${EndIf}
  CreateShortCut "$SMPROGRAMS\Overlay Desk.lnk" "$INSTDIR\Overlay Desk.exe"
  WriteRegStr SHCTX "${REMOVE}" "DisplayName" "Overlay Desk"
  WriteRegStr SHCTX "${REMOVE}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${REMOVE}" "Publisher" "Overlay Desk maintainers"
  WriteRegStr SHCTX "${REMOVE}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${REMOVE}" "DisplayIcon" "$INSTDIR\Overlay Desk.exe"
  WriteRegStr SHCTX "${REMOVE}" "UninstallString" '"$INSTDIR\Uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${REMOVE}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /$MultiUser.InstallMode /S'
  WriteRegDWORD SHCTX "${REMOVE}" "NoModify" 1
  WriteRegDWORD SHCTX "${REMOVE}" "NoRepair" 1
  WriteRegStr SHCTX "Software\Classes\.${EXTENSION}" "" "${KIND}"
  WriteRegStr SHCTX "Software\Classes\${KIND}" "" "${KIND_NAME}"
  WriteRegStr SHCTX "Software\Classes\${KIND}\DefaultIcon" "" "$INSTDIR\Overlay Desk.exe,0"
  WriteRegStr SHCTX "Software\Classes\${KIND}\shell\open\command" "" '"$INSTDIR\Overlay Desk.exe" "%1"'
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${REMOVE}" "EstimatedSize" $0
  ${RefreshShellIcons}
SectionEnd

Section Uninstall
  !insertmacro REFUSE_WHILE_RUNNING
  !insertmacro REMOVE_ALL
  ; This is a copy. What started it may still be about to end, and cannot be removed before. In its own place it stays, as NSIS has it.
  ${For} $0 1 100
    ${IfNot} ${FileExists} "$INSTDIR\Uninstall.exe"
    ${OrIf} $EXEPATH == "$INSTDIR\Uninstall.exe"
      ${ExitFor}
    ${EndIf}
    Sleep 50
    Delete "$INSTDIR\Uninstall.exe"
  ${Next}
  RMDir "$INSTDIR"
SectionEnd
