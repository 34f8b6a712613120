; The installer for Windows, per machine or per user: /AllUsers or /CurrentUser, and /S for no questions.
; makensis -DAPP=FOLDER -DVERSION=1.2.3 -DTO=FILE -DICON=FILE installer.nsi
Unicode true
Target amd64-unicode
ManifestDPIAware true
SetCompressor /SOLID lzma
SetDateSave off

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

Name "Overlay Desk ${VERSION}"
OutFile "${TO}"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
BrandingText " "
VIProductVersion "${VERSION}.0"
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

Function .onInit
  !insertmacro MULTIUSER_INIT
FunctionEnd

Function un.onInit
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

Section
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
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${REMOVE}" "EstimatedSize" $0
SectionEnd

; Shows and settings are in the data directory of the operator, and stay.
Section Uninstall
  Delete "$SMPROGRAMS\Overlay Desk.lnk"
  RMDir /r "$INSTDIR\resources"
  RMDir /r "$INSTDIR\locales"
  Delete "$INSTDIR\*.*"
  RMDir "$INSTDIR"
  DeleteRegKey SHCTX "${REMOVE}"
SectionEnd
