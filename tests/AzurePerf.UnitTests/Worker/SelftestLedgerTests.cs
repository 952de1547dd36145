using AzurePerf.Core.Ids;
using AzurePerf.Worker;
using AzurePerf.Worker.Bags;
using Xunit;

namespace AzurePerf.UnitTests.Worker;

public sealed class SelftestLedgerTests : IDisposable
{
    private static readonly FakeTaskContext Task = new() { Task = 7, Attempt = 2 };

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-ledger-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Each_execution_is_a_line_in_the_file_of_its_process()
    {
        using var first = Ledger(1);
        using var second = Ledger(2);

        first.Add(Task);
        first.Add(Task with { Attempt = 3, ExecutionId = "other" });
        second.Add(Task with { Attempt = 4 });

        var files = _folder.GetFiles().Select(Read).Order(StringComparer.Ordinal);
        Assert.Equal(["aaaaaaaaaaaaaaaaaaaa 10 7 2 nonce\naaaaaaaaaaaaaaaaaaaa 10 7 3 other\n", "aaaaaaaaaaaaaaaaaaaa 10 7 4 nonce\n"], files);
    }

    [Fact]
    public void Without_a_folder_nothing_is_written()
    {
        using var ledger = new SelftestLedger(new(), new SeededIdSource(1));

        ledger.Add(Task);

        Assert.Empty(_folder.GetFiles());
    }

    [Fact]
    public void An_execution_that_cannot_be_written_down_fails()
    {
        using var ledger = new SelftestLedger(new() { SelftestLedger = Path.Combine(_folder.FullName, "missing") }, new SeededIdSource(1));

        Assert.Throws<DirectoryNotFoundException>(() => ledger.Add(Task));
    }

    private SelftestLedger Ledger(int seed) => new(new() { SelftestLedger = _folder.FullName }, new SeededIdSource(seed));

    /// <summary>As another process reads it while it is written.</summary>
    private static string Read(FileInfo file)
    {
        using var reader = new StreamReader(new FileStream(file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return reader.ReadToEnd();
    }
}
