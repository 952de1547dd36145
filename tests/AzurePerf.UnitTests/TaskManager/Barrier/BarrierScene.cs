using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Gangs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Barrier;

/// <summary>A barrier on a clock that stands still, and the gang of three that <see cref="SampleGang"/> describes.</summary>
internal sealed class BarrierScene
{
    private readonly SeededIdSource _ids = new(7);

    public BarrierScene()
    {
        Account = new();
        Rows = new(Account);
        Gangs = new(Rows);
        Tasks = new(Account);
        Barrier = new(Gangs, Tasks, _ids, Time);
    }

    public FakeTimeProvider Time { get; } = new();

    public InMemoryRowStore Account { get; }

    /// <summary>The rows as the barrier sees them.</summary>
    public UnansweringRowStore Rows { get; }

    public GangStore Gangs { get; }

    public TaskStore Tasks { get; }

    public StartBarrier Barrier { get; private set; }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static async Task<BarrierScene> CreateAsync()
    {
        var scene = new BarrierScene();
        await scene.Gangs.TryAddAsync(SampleGang.State, Token);
        return scene;
    }

    /// <summary>Another process takes over: what the barrier remembered is gone, and its clock is another one.</summary>
    public void Restart() => Barrier = new(Gangs, Tasks, _ids, Time);

    public async Task<GangState> StoredAsync() => (await Gangs.FindAsync(SampleGang.RunId, SampleGang.State.Point, Token))!;

    /// <summary>The TaskManager gives the gang its next number.</summary>
    public async Task RaiseAsync() => Assert.NotNull(await Gangs.TryReplaceAsync(await StoredAsync() with { Number = 3, Go = null }, Token));

    public Task<BarrierAnswer> AskAsync(int task, BarrierPhase phase, CancellationToken? cancellationToken = null) =>
        Barrier.ArriveAsync(SampleGang.RunId, SampleGang.State.Point, Arrival(task, phase), cancellationToken ?? Token);

    /// <summary>A member whose clock is behind the barrier's by as many milliseconds as its row's number.</summary>
    public BarrierArrival Arrival(int task, BarrierPhase phase)
    {
        var arrival = SampleGang.Member(task, phase);
        return phase == BarrierPhase.Prepared ? arrival : arrival with { Clock = new(Barrier.ReadClock(0).Clock, task * 1_000_000, 500, 42) };
    }

    /// <summary>Moves time on until somebody is answered.</summary>
    public async Task<T> WaitAsync<T>(Task<T> answer)
    {
        while (!answer.IsCompleted)
        {
            Assert.True(Time.Elapsed < TimeSpan.FromHours(1), "nobody is answered");
            Time.Advance(TimeSpan.FromMilliseconds(100));
            await Task.Yield();
        }

        return await answer;
    }
}
