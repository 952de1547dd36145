using System.Globalization;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Probes.Disks;
using AzurePerf.Worker;

namespace AzurePerf.Benchmarks.Disks;

/// <summary>The default tests of CrystalDiskMark 8 and 9 by disk.mark's operations and by fio.</summary>
internal sealed class DiskVersus : IVersusEntry
{
    private const long FileBytes = 1L << 30;
    private static readonly DiskTest[] Tests = [DiskTest.Rnd4KQ32T1, DiskTest.Rnd4KQ1T1, DiskTest.Seq1MQ8T1, DiskTest.Seq1MQ1T1];

    public string Name => "disk";

    public string Unit => "B/s";

    public Preference Better => Preference.Higher;

    public string Goal => "bytes/s 0.95 to 1.05 of fio for RND4K Q32 and 0.93 to 1.07 for the other cells, p50 within 10 %; undecided where fio against itself is farther apart";

    public string Setup => "one file of 1 GiB in the folder that a worker uses, written in full, opened with O_DIRECT by both sides; in each round and cell three slices of 1 s in rotating order, forwards or backwards, ours through the "
        + "runner and fio twice: psync, one thread per operation under way, the same dealing of offsets, no refill of buffers; figures are of RND4K Q32 reads, cells of all, band is fio over fio";

    public int FewestPairs => 9;

    public int MostPairs => 12;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("fio", "apt-get install fio")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var parts = new StartedParts();
        var file = parts.Add(DiskFile.Create(new WorkerOptions().DiskDirectory, FileBytes, durable: false, seed: 1, cancellationToken));
        var fio = new FioTwin(string.Create(CultureInfo.InvariantCulture, $"/proc/{Environment.ProcessId}/fd/{file.Handle.DangerousGetHandle()}"));
        return ValueTask.FromResult<IVersusSession>(new CellsSession(
            fio.Version,
            [.. Tests.SelectMany(test => Enum.GetValues<DiskDirection>().Select(direction => new DiskCell(file, fio, test, direction)))],
            parts,
            "fio against itself is farther apart than the goal, or ours from fio now more and now less"));
    }
}
