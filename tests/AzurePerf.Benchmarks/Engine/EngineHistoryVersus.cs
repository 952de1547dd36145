using AzurePerf.Benchmarks.Versus;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Testing.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>Whether an idle TaskManager costs more after many runs than after none.</summary>
internal sealed class EngineHistoryVersus : IVersusEntry
{
    private const int Runs = 10_000;
    private const int TasksInMemory = 100;
    private const int TasksOnEmulator = 10;
    private static readonly TimeSpan Youngest = TimeSpan.FromDays(1);

    /// <summary>Nothing is due to go before the last turn: task rows are kept for a week.</summary>
    private static readonly TimeSpan Oldest = TimeSpan.FromDays(6);

    public string Name => "engine-history";

    public string Unit => "us/round";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 1.2 in the median round, as many requests and rows read";

    public string Setup => "Both: the rounds of an idle TaskManager, heartbeat 20 s, over 61 minutes each turn, a minute of one side after a minute of the other; the clock is moved on, so that only what rounds do takes time. Ours: after 10,000 runs that ended in the last week, with 1,000,000 task rows in memory, and with 100,000 on an emulator. "
        + "Theirs: after none. The warm-up has the start of the process, which reads the index once";

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var full = parts.Add(await AzuriteServer.StartAsync("full", cancellationToken));
        var empty = parts.Add(await AzuriteServer.StartAsync("empty", cancellationToken));
        return new CellsSession(
            "the same without history",
            [
                await CellAsync("inMemory", TasksInMemory, time => new InMemoryControlPlane(time).AsControlPlane(), cancellationToken),
                await CellAsync("onEmulator", TasksOnEmulator, AccountsOf(full, empty), cancellationToken),
            ],
            parts);
    });

    private static Func<TimeProvider, ControlPlane> AccountsOf(params AzuriteServer[] servers)
    {
        var left = new Queue<AzuriteServer>(servers);
        return _ => ControlPlane.Connect(StorageAccountAddress.Parse(left.Dequeue().ConnectionString), "ours", new());
    }

    private static async Task<HistoryCell> CellAsync(string name, int tasks, Func<TimeProvider, ControlPlane> connect, CancellationToken cancellationToken)
    {
        var (time, timeWithout) = (new FakeTimeProvider(), new FakeTimeProvider());
        var (plane, planeWithout) = (connect(time), connect(timeWithout));
        await plane.CreateAsync(cancellationToken);
        await planeWithout.CreateAsync(cancellationToken);
        var ended = new EndedRuns(plane.Rows, SubmittedBags.SpecOf(tasks, 0, seed: 1), tasks, time);
        for (var number = 0; number < Runs; number++)
        {
            await ended.AddAsync(time.GetUtcNow() - Youngest - ((Oldest - Youngest) * ((double)number / Runs)), cancellationToken);
        }

        await ended.AddStatisticsAsync(cancellationToken);
        return new(name, ended.Rows, new(plane, time), new(planeWithout, timeWithout));
    }
}
