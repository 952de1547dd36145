using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class TemporaryFolderTests
{
    private const string FullDisk = "/dev/full";

    [Fact]
    public void A_full_disk_is_not_taken_for_one_that_can_be_written()
    {
        Assert.SkipUnless(File.Exists(FullDisk), "this system has no disk that is always full");

        Assert.Throws<IOException>(() => ToolProbe.Fill(FullDisk));
    }

    [Fact]
    public void A_probe_that_succeeds_finds_no_fault() => Assert.Null(new ToolProbe().TemporaryDirectoryFault());

    [Fact]
    public void Where_no_folder_can_be_made_for_databases_the_way_out_is_said()
    {
        // No disk takes so long a name.
        var failure = Assert.Throws<LocalStartException>(() => LocalFolder.Make(new string('x', 300)));

        Assert.StartsWith($"{Path.GetTempPath()} takes no folder for databases: ", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("free space in it, or name another with TMPDIR", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_killed_process_of_this_machine_left_is_removed_and_what_another_machine_has_there_stays()
    {
        var (prefix, host) = ($"azureperf-test-{Environment.ProcessId}-", System.Net.Dns.GetHostName());
        var temporary = new DirectoryInfo(Path.GetTempPath());
        var left = temporary.CreateSubdirectory($"{prefix}{host}-2147483646-a1B2c3");
        DirectoryInfo[] others = [.. new[] { "elsewhere", host + "-77", "2147483646" }.Select(name => temporary.CreateSubdirectory($"{prefix}{name}-2147483646-a1B2c3"))];
        try
        {
            using (LocalFolder.Make(prefix))
            {
                Assert.False(Directory.Exists(left.FullName));
                Assert.All(others, folder => Assert.True(Directory.Exists(folder.FullName), folder.Name));
            }
        }
        finally
        {
            Array.ForEach(others, folder => folder.Delete());
        }
    }
}
