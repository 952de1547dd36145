using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Gangs;
using AzurePerf.UnitTests.Runs;
using AzurePerf.Worker;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Gangs;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Gangs;

/// <summary>Row 7's member of <see cref="SampleGang"/>, on a clock that moves on whenever it waits.</summary>
internal sealed class StartBarrierScene
{
    public const int Row = 7;
    public const string Owner = "worker7";

    private StartBarrierScene(int member)
    {
        Time.TimerSet = MoveOnAfterPauses;
        Barrier = new(Time);
        Gangs = new(Rows);
        Runs = new(Rows);
        Clock = new(Time);
        Task = new()
        {
            Key = new(SampleGang.RunId, StageKind.Measure, Row),
            Order = new() { Point = 3, Member = member, Members = 3 },
            Attempt = 2,
            Owner = Owner,
            Status = BenchmarkTaskStatus.Running,
        };
        var visit = new StartBarrierClient(Task, Barrier, Gangs, "host7", "b1", Options, Time);
        Rendezvous = new(Task, "host7", visit, Runs, Time);
    }

    public FakeTimeProvider Time { get; } = new();

    public ScriptedBarrier Barrier { get; }

    public InMemoryRowStore Rows { get; } = new();

    public GangStore Gangs { get; }

    public RunStore Runs { get; }

    public MeasurementClock Clock { get; }

    public BenchmarkTask Task { get; }

    public WorkerOptions Options { get; } = new() { BarrierLimit = TimeSpan.FromMinutes(1) };

    public GangStartBarrier Rendezvous { get; }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static async Task<StartBarrierScene> CreateAsync(int member = 1)
    {
        var scene = new StartBarrierScene(member);
        await scene.Gangs.TryAddAsync(SampleGang.State, Token);
        await scene.Runs.TryAddAsync(ExampleRun.Accepted(SampleGang.RunId, scene.Time.GetUtcNow()) with { Status = RunStatus.Running }, Token);
        return scene;
    }

    /// <summary>Stores and tells a start after as much time.</summary>
    public BarrierAnswer Go(TimeSpan ahead)
    {
        var start = Clock.Nanoseconds() + ScriptedBarrier.Nanoseconds(ahead);
        Change(gang => gang with { Go = SampleGang.Go() with { Members = [.. SampleGang.Go().Members.Select(member => member with { StartNanoseconds = start })] } });
        return new() { Kind = BarrierAnswerKind.Go, StartNanoseconds = start };
    }

    public void Change(Func<GangState, GangState> change)
    {
        var gang = Gangs.FindAsync(SampleGang.RunId, 3, Token);
        Assert.True(gang.IsCompletedSuccessfully, "rows in memory answer at once");
        Assert.True(Gangs.TryReplaceAsync(change(gang.Result!), Token).IsCompletedSuccessfully);
    }

    public Task<long> AgreeAsync(CancellationToken? stop = null) => Rendezvous.AgreeOnStartAsync(Clock, stop ?? Token);

    /// <summary>A pause between two questions passes at once; the limits that are longer pass by as many pauses.</summary>
    private void MoveOnAfterPauses(TimeSpan due)
    {
        if (due <= TimeSpan.FromSeconds(1))
        {
            _ = System.Threading.Tasks.Task.Run(() => Time.Advance(due), Token);
        }
    }
}
