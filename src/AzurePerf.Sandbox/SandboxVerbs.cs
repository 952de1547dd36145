using AzurePerf.Sandbox.Guard;
using AzurePerf.Sandbox.Launch;

namespace AzurePerf.Sandbox;

/// <summary>Verbs of an executable that is started by itself, never by people. They come last, and alone.</summary>
public static class SandboxVerbs
{
    public static bool Has(string[] args) => args is [GuardVerb.Name] or [LauncherVerb.Name];

    /// <returns>The exit code, if the process has not become another program.</returns>
    public static int Run(string[] args) => args is [LauncherVerb.Name] ? LauncherVerb.Run() : GuardVerb.Run(TimeProvider.System);
}
