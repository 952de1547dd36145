using System.Diagnostics;
using System.Text;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>Builds and publishes projects of the repository into folders of their own.</summary>
internal static class DotnetCommand
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(4);

    public static string Repository
    {
        get
        {
            var folder = new DirectoryInfo(AppContext.BaseDirectory);
            while (!File.Exists(Path.Combine(folder.FullName, "AzurePerf.sln")))
            {
                folder = folder.Parent ?? throw new InvalidOperationException("the tests do not run inside the repository");
            }

            return folder.FullName;
        }
    }

    /// <summary>The configuration that these tests were built in.</summary>
    public static string Configuration => new DirectoryInfo(AppContext.BaseDirectory).Name;

    /// <summary>Runs a program; fails with what it said.</summary>
    public static async Task RunProgramAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = Repository };
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        var said = new StringBuilder();
        await using var child = ChildProcess.Start(program, start, line => said.AppendLine(line), logsFolder: null, TimeProvider.System);
        var exit = await child.Exited.WaitAsync(Limit, TimeProvider.System, TestContext.Current.CancellationToken);
        Assert.True(exit.ExitCode == 0, $"{program} {string.Join(' ', arguments)}\n{said}");
    }
}
