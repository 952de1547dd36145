using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Disks;
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

    public string Setup => "one file of 1 GiB in the folder that a worker uses, written in full, opened with O_DIRECT by both sides; in each round and cell three slices of 1 s in rotating order, ours through the "
        + "runner and fio twice: psync, one thread per operation under way, the same dealing of offsets, no refill of buffers; figures are of RND4K Q32 reads, cells of all, band is fio over fio";

    public int FewestPairs => 8;

    public int MostPairs => 12;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("fio", "apt-get install fio")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var file = DiskFile.Create(new WorkerOptions().DiskDirectory, FileBytes, durable: false, seed: 1, cancellationToken);
        var fio = new FioTwin(string.Create(CultureInfo.InvariantCulture, $"/proc/{Environment.ProcessId}/fd/{file.Handle.DangerousGetHandle()}"));
        return ValueTask.FromResult<IVersusSession>(new Session(file, fio, [.. Tests.SelectMany(test => Enum.GetValues<DiskDirection>().Select(direction => new DiskCell(file, fio, test, direction)))]));
    }

    private sealed class Session(DiskFile file, FioTwin fio, IReadOnlyList<DiskCell> cells) : IVersusSession
    {
        private (Turn Turn, double Ours, double Theirs)? _measured;

        public string? Tool => fio.Version;

        public MeasureSide Ours => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, cancellationToken)).Ours;

        public MeasureSide? Theirs => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, cancellationToken)).Theirs;

        public bool? MeetsGoal(VersusFigures figures) => cells.Any(cell => cell.Holds == false) ? false : cells.All(cell => cell.Holds == true) ? true : null;

        public IReadOnlyList<string> Flags =>
            [.. cells.Where(cell => cell.Holds is null).Select(cell => $"{cell.Name}: fio against itself is farther apart than the goal, so that the cell decides nothing")];

        public JsonObject ExtraFields() => new() { ["cells"] = new JsonObject(cells.Select(cell => KeyValuePair.Create<string, JsonNode?>(cell.Name, cell.ToJson()))) };

        public ValueTask DisposeAsync()
        {
            file.Dispose();
            return ValueTask.CompletedTask;
        }

        /// <summary>Whichever side is asked for first in a turn has both measured, cell by cell; the first cell is the headline.</summary>
        private async ValueTask<(double Ours, double Theirs)> MeasureOnceAsync(Turn turn, CancellationToken cancellationToken)
        {
            if (_measured is not { } measured || measured.Turn != turn)
            {
                var figures = new List<(double Ours, double Theirs)>();
                foreach (var cell in cells)
                {
                    figures.Add(await cell.MeasureAsync(turn, cancellationToken));
                }

                _measured = measured = (turn, figures[0].Ours, figures[0].Theirs);
            }

            return (measured.Ours, measured.Theirs);
        }
    }
}
