using System.Diagnostics.Metrics;
using System.Threading.Channels;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.Worker;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Tasks;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace AzurePerf.UnitTests.Worker;

/// <summary>The whole worker over a control plane in memory. Its clock moves on whenever the worker waits. The heartbeat is one second.</summary>
internal sealed class WorkerUnderTest : IAsyncDisposable
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private readonly Channel<TimeSpan> _waits = Channel.CreateUnbounded<TimeSpan>();
    private readonly AsyncLocal<bool> _beats = new();
    private readonly FakeLifetime _lifetime = new();
    private readonly ServiceProvider _services;

    private readonly string _pool;

    /// <param name="meter">Where it records; null for the meter of all hosts.</param>
    /// <param name="pool">Its pool.</param>
    /// <param name="execute">What it does with a task of a clean stage; null for the real thing.</param>
    /// <param name="scaleInGuard">Whether a message stands for it while it has no task and others measure.</param>
    public WorkerUnderTest(Meter? meter = null, string pool = WorkerPool.Measure, Func<CurrentExecution, Task<string>>? execute = null, bool scaleInGuard = false)
    {
        _pool = pool;
        Time.TimerSet = due => _ = !_beats.Value && _waits.Writer.TryWrite(due);
        Control = new(Time);
        Queue = new(Messages);
        Rows = new(Control.Rows);
        Runs = new(Control.Rows);
        Tasks = new(Control.Rows);
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton<TimeProvider>(Time);
        services.AddSingleton<IIdSource>(new SeededIdSource(1));
        services.AddSingleton(new ControlPlane
        {
            Rows = Rows,
            RunRequests = Control.RunRequests,
            RunRequestPoison = Control.RunRequestPoison,
            MeasureTasks = pool == WorkerPool.Measure ? Queue : Control.MeasureTasks,
            MeasurePoison = Control.MeasurePoison,
            BagTasks = pool == WorkerPool.Bag ? Queue : Control.BagTasks,
            BagPoison = Control.BagPoison,
            PeerTasks = pool == WorkerPool.Peer ? Queue : Control.PeerTasks,
            PeerPoison = Control.PeerPoison,
            Results = Control.Results,
            Products = Control.Products,
            Programs = Control.Programs,
        });
        services.AddControlStores();
        services.AddSingleton<ControlRequests>();
        services.AddSingleton(new EngineOptions { Heartbeat = TimeSpan.FromSeconds(1) });
        services.AddSingleton(new WorkerOptions { HostId = "host1", Pool = pool, ScaleInGuard = scaleInGuard });
        services.AddSingleton(new HostIdentity("worker", "test"));
        services.AddSingleton(StorageAccounts.Read(
            [
                new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"),
                new("AZUREPERF_TARGET", "DefaultEndpointsProtocol=https;AccountName=measured;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"),
            ]));
        services.AddSingleton<IHostApplicationLifetime>(_lifetime);
        if (meter is not null)
        {
            services.AddSingleton(meter);
        }

        services.AddWorker();
        services.AddSingleton<ProcessEnd>(EndedItself.Add);
        if (execute is not null)
        {
            services.Remove(services.Single(service => service.ImplementationType == typeof(CleanStage)));
            services.AddSingleton<IStageExecution>(new ScriptedStage(execute));
        }

        _services = services.BuildServiceProvider();
        Heart = _services.GetServices<IHostedService>().OfType<HeartbeatService>().Single();
        Loop = _services.GetServices<IHostedService>().OfType<LoopService>().Single(service => service is MeasureLoopService or BagLoopService);
    }

    public FakeTimeProvider Time { get; } = new();

    public InMemoryControlPlane Control { get; }

    /// <summary>The messages of its pool.</summary>
    public InMemoryMessageQueue Messages => _pool == WorkerPool.Bag ? Control.BagTasks : Control.MeasureTasks;

    /// <summary>The queue of its pool as the worker sees it.</summary>
    public HeldMessageQueue Queue { get; }

    /// <summary>The rows as the worker sees them.</summary>
    public UnansweringRowStore Rows { get; }

    public RunStore Runs { get; }

    public TaskStore Tasks { get; }

    public HeartbeatService Heart { get; }

    public LoopService Loop { get; }

    public TaskClaim Claim => _services.GetRequiredService<TaskClaim>();

    public BundleCommit BundleCommit => _services.GetRequiredService<BundleCommit>();

    public TaskExecution Execution => _services.GetRequiredService<TaskExecution>();

    public WorkerPresence Presence => _services.GetRequiredService<WorkerPresence>();

    public PendingMessages Pending => _services.GetRequiredService<PendingMessages>();

    /// <summary>What the process is executing as far as its heartbeat knows.</summary>
    public ExecutionSlots Slots => _services.GetRequiredService<ExecutionSlots>();

    /// <summary>Cancelled when what it executes must end.</summary>
    public CancellationToken StopExecutions => _services.GetRequiredService<WorkerShutdown>().StopExecutions;

    /// <summary>Why it ended itself at once, if it did.</summary>
    public List<string> EndedItself { get; } = [];

    public bool ToldToStop => _lifetime.ApplicationStopping.IsCancellationRequested;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Stores a task that touches no target, the cleaning up of a run that made nothing, and puts its message.</summary>
    public async Task<TaskKey> DispatchAsync(string runId = RunId, string? avoid = null)
    {
        var run = ExampleRun.Accepted(runId, Time.GetUtcNow()) with { Spec = MaintenanceRun.SpecFor("default"), Status = RunStatus.Running };
        await Runs.TryAddAsync(run, Cancelled);
        var task = new BenchmarkTask { Key = new(runId, StageKind.Clean, 0), Order = new(), ReadyAt = Time.GetUtcNow() };
        await Tasks.TryAddAsync([task], Cancelled);
        var message = new TaskMessage(TaskMessage.CurrentVersion, runId, new StageId(90).Number, "00", 0, 1, "", avoid);
        await Messages.PutAsync(MessageText.Write(message), TimeSpan.Zero, Cancelled);
        return task.Key;
    }

    /// <summary>Starts the loop, as a host does once the worker has said that it is there.</summary>
    public async Task StartAsync()
    {
        var allowed = await Presence.AppearAsync(Cancelled);
        var deadline = _services.GetRequiredService<HeartbeatDeadline>();
        deadline.Renew(deadline.Now);
        _services.GetRequiredService<Availability>().Allow(allowed);
        await Loop.StartAsync(Cancelled);
    }

    /// <summary>Returns when something in the worker waits for so long.</summary>
    public async Task WaitsForAsync(TimeSpan due)
    {
        while (await _waits.Reader.ReadAsync(Cancelled) != due)
        {
        }
    }

    /// <summary>Lets the loop work until a task is done, and as long as it still deletes messages; fails when the loop or the task ends otherwise.</summary>
    /// <param name="key">The task.</param>
    /// <param name="messagesLeft">Messages that stay.</param>
    public async Task WorkUntilDoneAsync(TaskKey key, int messagesLeft = 0)
    {
        await StartAsync();
        while (await Tasks.FindAsync(key, Cancelled) is { Status: not BenchmarkTaskStatus.Done } || Messages.Texts.Count > messagesLeft)
        {
            await WaitOnceAsync();
        }
    }

    /// <summary>Lets the loop work until it waits for so long; fails when it never does.</summary>
    public async Task WorkUntilItWaitsForAsync(TimeSpan due)
    {
        await StartAsync();
        while (await WaitOnceAsync() != due)
        {
        }
    }

    /// <summary>Lets the loop, which was started, work until something is so; fails when it never is.</summary>
    public async Task WorkUntilAsync(Func<bool> isSo)
    {
        while (!isSo())
        {
            await WaitOnceAsync();
        }
    }

    /// <summary>Lets the next wait pass, and returns how long it was.</summary>
    private async Task<TimeSpan> WaitOnceAsync()
    {
        Assert.True(Time.Elapsed < TimeSpan.FromMinutes(10), "the loop never gets there");
        var wait = _waits.Reader.ReadAsync(Cancelled).AsTask();
        Assert.Same(wait, await Task.WhenAny(wait, Loop.ExecuteTask!));
        Time.Advance(await wait);
        await BeatAsync();
        return await wait;
    }

    /// <summary>The timers of this heartbeat are no waits of the loop: advancing by them would let hours pass while the loop's thread gets no processor.</summary>
    private async Task BeatAsync()
    {
        _beats.Value = true;
        await Heart.BeatAsync(Cancelled);
    }

    public async ValueTask DisposeAsync()
    {
        await Loop.StopAsync(CancellationToken.None);
        await _services.DisposeAsync();
        _lifetime.Dispose();
    }
}
