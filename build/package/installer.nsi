; The installer for Windows, per machine or per user: /AllUsers or /CurrentUser, and /S for no questions.
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
!define REMOVE "Software\Microsoft\Windows\CurrentVersion\Uninstall\Overlay Desk"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${REMOVE}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
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

; Its exit code, where it refuses.
!define REFUSED 2

Function .onInit
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "Overlay Desk needs Windows 10 or later, with 64 bits. Nothing was installed." /SD IDOK
    SetErrorLevel ${REFUSED}
    Quit
  ${EndIf}
  !insertmacro MULTIUSER_INIT
FunctionEnd

; A program that runs cannot be replaced, and half of a new version must not lie beside half of an old one.
!macro REFUSE_WHILE_RUNNING
  ${If} ${FileExists} "$INSTDIR\Overlay Desk.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\Overlay Desk.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "Overlay Desk is running, or $INSTDIR cannot be written. End it, or start this again as an administrator. Nothing was changed." /SD IDOK
      SetErrorLevel ${REFUSED}
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function un.onInit
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

Section
  !insertmacro REFUSE_WHILE_RUNNING
  ; Files of a version before that this one does not have would stay otherwise.
  RMDir /r "$INSTDIR\resources"
  SetOutPath "$INSTDIR"
  File /r "${APP}/*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
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
SectionEnd

; Shows and settings are in the data directory of the operator, and stay.
Section Uninstall
  !insertmacro REFUSE_WHILE_RUNNING
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
SectionEnd
