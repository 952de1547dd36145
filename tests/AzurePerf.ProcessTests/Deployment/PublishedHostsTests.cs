using System.Diagnostics;
using System.Net;
using System.Text.RegularExpressions;
using AzurePerf.Cli.Local;
using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>What a container does with a host, without a container: published without a network, started by a user without rights over a file system that cannot be written.</summary>
public sealed partial class PublishedHostsTests(Emulators emulators)
{
    private const string Nobody = "65534";
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>The worker has most that could want to write: sandboxes, data and native libraries.</summary>
    public static TheoryData<string> Hosts => Night.Cases(["Worker"], "Web", "TaskManager");

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task A_host_is_published_offline_and_starts_without_rights_and_with_nothing_to_write_but_its_temporary_folder(string host)
    {
        Assert.SkipUnless(Environment.UserName == "root", "only root can take rights away from a process and a file system");
        var folder = Directory.CreateDirectory(Path.Combine(AppContext.BaseDirectory, $"published-{host}-{Environment.ProcessId}"));
        try
        {
            // In a network namespace of its own: with no way out at all.
            await DotnetCommand.RunProgramAsync(
                "unshare", "--net", "dotnet", "publish", $"src/AzurePerf.{host}", "--no-restore", "--no-build", "--configuration", DotnetCommand.Configuration, "--output", folder.FullName);
            var (control, target) = await emulators.StartedAsync();
            await using var process = Start(host, folder.FullName, control, target, emulators.NewPrefix(), out var listening);
            var address = await listening.WaitAsync(StartLimit, TimeProvider.System, Cancelled);
            using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
            using var ready = await http.GetAsync(new Uri(address, "/health/ready"), Cancelled);
            Assert.True(ready.StatusCode == HttpStatusCode.OK, await ready.Content.ReadAsStringAsync(Cancelled));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static ChildProcess Start(string host, string folder, string control, string target, string prefix, out Task<Uri> listening)
    {
        var script = "mount --bind \"$1\" /mnt && mount -o remount,bind,ro /mnt && mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && mount -t tmpfs tmpfs /var/tmp && "
            + "chmod 1777 /tmp /var/tmp && ! touch /probe /mnt/probe 2> /dev/null && cd /mnt && "
            + $"exec setpriv --reuid {Nobody} --regid {Nobody} --clear-groups --no-new-privs dotnet exec \"AzurePerf.{host}.dll\" --urls http://127.0.0.1:0";
        var start = new ProcessStartInfo("unshare", ["--mount", "sh", "-c", script, "sh", folder]);
        start.Environment["AZUREPERF_CONTROL"] = control;
        start.Environment["AZUREPERF_TARGET"] = target;
        start.Environment["Control__Prefix"] = prefix;
        start.Environment["AZUREPERF_PARENT_PIPE"] = "stdin";
        start.Environment["HOME"] = "/tmp";
        var found = new TaskCompletionSource<Uri>(TaskCreationOptions.RunContinuationsAsynchronously);
        listening = found.Task;
        return ChildProcess.Start(host, start, Printed, logsFolder: null, TimeProvider.System);

        void Printed(string line)
        {
            if (ListeningLine().Match(line) is { Success: true } match)
            {
                found.TrySetResult(new(match.Groups["address"].Value));
            }
            else if (line.Contains("cannot start", StringComparison.Ordinal) || line.Contains(" FTL]", StringComparison.Ordinal))
            {
                found.TrySetException(new InvalidOperationException(line));
            }
        }
    }

    [GeneratedRegex("is listening on (?<address>http://[^ ,]+)")]
    private static partial Regex ListeningLine();
}
