using System.Diagnostics;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests;

/// <summary>Where the programs are that these tests start.</summary>
internal static class TestPrograms
{
    public static string TestProcess => Path.Combine(AppContext.BaseDirectory, "AzurePerf.TestProcess.dll");

    /// <summary>The hosts as the command line tool carries them; both projects build into sibling folders.</summary>
    public static string HostsFolder
    {
        get
        {
            var own = new DirectoryInfo(AppContext.BaseDirectory);
            return Path.Combine(own.Parent!.Parent!.FullName, "AzurePerf.Cli", own.Name, "hosts");
        }
    }

    /// <summary>Starts the test process in a role; it is killed, not asked to end, when disposed.</summary>
    public static ChildProcess Start(Action<string> printed, params string[] arguments) => ChildProcess.Start(
        "test process", new ProcessStartInfo("dotnet", ["exec", TestProcess, .. arguments]), printed, logsFolder: null, TimeProvider.System);

    public static HostProcess StartHost(params (string Name, string Value)[] settings) => HostProcess.Start(
        "dummy", TestProcess, "http://127.0.0.1:0", settings.ToDictionary(setting => setting.Name, setting => setting.Value), new Dictionary<string, string>(), logsFolder: null);
}
