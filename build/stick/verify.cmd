@echo off
rem Checks this folder with the tools of Windows alone.
powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0verify.ps1"
pause
