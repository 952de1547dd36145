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
}
