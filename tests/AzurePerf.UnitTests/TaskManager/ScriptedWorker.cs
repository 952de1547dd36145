using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A worker in memory that follows the rules of a real one and does with each task what the test says.</summary>
/// <param name="engine">Where it works.</param>
/// <param name="workerId">Its id.</param>
/// <param name="pool">Its pool. Bag workers are on a host of their own, unless the test says otherwise.</param>
/// <param name="build">The build that it measures with; empty for one that pins no run.</param>
/// <param name="sku">The kind of its machine.</param>
internal sealed class ScriptedWorker(TaskManagerUnderTest engine, string workerId, string pool = WorkerPool.Measure, string build = "", string sku = BenchmarkTask.LocalSku)
{
    private static readonly TimeSpan Visibility = TimeSpan.FromMinutes(10);

    private readonly List<(TaskKey Key, ReceivedMessage Message)> _pending = [];
    private WorkerState? _state;
    private ReceivedMessage? _message;
    private TimeSpan _lastBeat;
    private int _claims;

    public string WorkerId { get; } = workerId;

    /// <summary>What it executes; null when idle.</summary>
    public BenchmarkTask? Current { get; private set; }

    /// <summary>Every execution it began.</summary>
    public List<(TaskKey Key, int Attempt)> Taken { get; } = [];

    /// <summary>How each execution goes; by default it succeeds at once.</summary>
    public Func<BenchmarkTask, WorkerDeed> Script { get; set; } = _ => new WorkerDeed.Succeed();

    /// <summary>What the tasks of bags bring.</summary>
    public Func<BenchmarkTask, Task<string>> Product { get; set; } = _ => Task.FromResult("");

    /// <summary>What it measures.</summary>
    public PointResult Result { get; set; } = SampleSummary.Of(clients: 1);

    /// <summary>The member of a gang that only answers, whoever it is; null where all measure.</summary>
    public int? AnsweringMember { get; set; }

    /// <summary>What its heartbeats say of the execution under way: seconds since the claim, and since the measurement began.</summary>
    public (double Elapsed, double Measured) Clock { get; set; }

    /// <summary>What its heartbeats say that the execution under way allows a user's program, in seconds.</summary>
    public double UserCode { get; set; }

    /// <summary>The share of its task that is done; null where it says none.</summary>
    public double? Share { get; set; }

    /// <summary>What its heartbeats say of its target.</summary>
    public TargetSilence? Silence { get; set; }

    /// <summary>Whether its heartbeats say that the target has answered.</summary>
    public bool Answered { get; set; }

    /// <summary>What its heartbeats say that it counted.</summary>
    public IReadOnlyList<StageTally> Tallies { get; set; } = [];

    /// <summary>How far the clock of its host is ahead of the true time, as its heartbeats have it.</summary>
    public TimeSpan ClockIsAheadBy { get; set; }

    /// <summary>False once it is dead: no heartbeat, no work.</summary>
    public bool Lives { get; set; } = true;

    private InMemoryMessageQueue Queue => pool == WorkerPool.Bag ? engine.Control.BagTasks : engine.Control.MeasureTasks;

    /// <summary>Its machine; empty for that of its pool.</summary>
    public string Host { get; set; } = "";

    private string HostId => Host.Length > 0 ? Host : pool == WorkerPool.Bag ? "host2" : "host1";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async Task AppearAsync()
    {
        var now = engine.Time.GetUtcNow();
        _state = await engine.Workers.TryAddAsync(
            new() { WorkerId = WorkerId, Pool = pool, HostId = HostId, Sku = sku, Build = build.Length > 0 ? build : "build1", StartedAt = now, BeatAt = now }, Cancelled);
    }

    public async Task BeatIfDueAsync()
    {
        if (Lives && engine.Time.Elapsed - _lastBeat >= TaskManagerUnderTest.Heartbeat)
        {
            await BeatAsync();
        }
    }

    public async Task BeatAsync()
    {
        _lastBeat = engine.Time.Elapsed;
        RunningTask[] running = Current is { } task
            ? [new(task.Key.RunId, task.Key.Stage.Number, task.Key.Shard, task.Key.Number, task.Attempt, _message!.Id, _message.PopReceipt, Clock.Elapsed, Clock.Measured, "measuring", 1, 2) { Silence = Silence, Answered = Answered, UserCodeSeconds = UserCode, Share = Share }]
            : [];
        _state = await engine.Workers.TryBeatAsync(_state! with { Beat = _state.Beat + 1, BeatAt = engine.Time.GetUtcNow() + ClockIsAheadBy, Running = running, Tallies = Tallies }, Cancelled);
        Lives = _state is not null;
    }

    /// <summary>Takes a task if it is idle and there is one, then does with its task what the script says.</summary>
    public async Task WorkAsync()
    {
        if (!Lives)
        {
            return;
        }

        await SettleAsync();
        if (Current is null && !await TakeAsync())
        {
            return;
        }

        var task = Current!;
        switch (await IsOrderedToStopAsync(task) is { } order ? new WorkerDeed.Fail(order.Cause, order.Reason) : Script(task))
        {
            case WorkerDeed.Succeed:
                await EndAsync(TaskTransitions.Complete(task, task.Nonce, await MeasureAsync(task), engine.Time.GetUtcNow()));
                break;
            case WorkerDeed.Fail fail:
                await EndAsync(TaskTransitions.GiveUp(task, task.Nonce, fail.Cause, fail.Error, fail.Partial, engine.Time.GetUtcNow()));
                break;
            case WorkerDeed.Die:
                Lives = false;
                break;
            case WorkerDeed.GoOn:
                break;
        }
    }

    /// <summary>Gets one message and claims its task; false when that led to none.</summary>
    public async Task<bool> TakeAsync()
    {
        var messages = await Queue.GetAsync(1, Visibility, Cancelled);
        if (messages.Count == 0)
        {
            return false;
        }

        var hint = MessageText.ReadTask(messages[0].Text)!;
        var task = await engine.Tasks.FindAsync(new(hint.RunId, new(hint.Stage), hint.Task, int.Parse(hint.Shard, CultureInfo.InvariantCulture)), Cancelled);
        var step = MessageDecisions.ByRun(await engine.HeaderAsync(hint.RunId), new StageId(hint.Stage).Kind, build);
        if (step == MessageStep.Delete || task is null || task.Status.IsTerminal())
        {
            await Queue.TryDeleteAsync(messages[0], Cancelled);
            return false;
        }

        if (step == MessageStep.PassOn)
        {
            await Queue.TryHideAsync(messages[0], TimeSpan.FromSeconds(1), Cancelled);
            return false;
        }

        if (TaskTransitions.Claim(task, WorkerId, $"{WorkerId}-{++_claims}", engine.Time.GetUtcNow(), sku) is not { } claimed
            || await engine.Tasks.TryReplaceAsync(claimed, Cancelled) is not { } stored)
        {
            return false;
        }

        Current = stored;
        _message = messages[0];
        Taken.Add((stored.Key, stored.Attempt));
        if (stored.Key.Stage == StageKind.Prepare)
        {
            var name = ResourceNames.ForDataset(stored.Key.RunId, 0, stored.Attempt);
            await engine.Resources.AddAsync(new(stored.Key.RunId, "default", StorageResource.Container, name), Cancelled);
        }

        return true;
    }

    /// <summary>What each clean stage says that it removed.</summary>
    public static CleanUpResult Removed { get; } = CleanUpResult.Of([(StorageResource.Container, "azp1"), (StorageResource.Queue, "azp2")]);

    public static string ResultOf(BenchmarkTask task, string build = "", string detailsBlob = "", PointResult? result = null) => task.Key.Stage == StageKind.Measure
        ? JsonSerializer.Serialize(
            new MeasureResult { HostId = "host1", Build = build, Emulator = true, Result = result ?? SampleSummary.Of(clients: 1), DetailsBlob = detailsBlob }, ApiJson.Options)
        : task.Key.Stage == StageKind.Clean ? Removed.Write() : "";

    /// <summary>The result of a task; a member of a gang stores its details, from which the point of all is made.</summary>
    private async Task<string> MeasureAsync(BenchmarkTask task)
    {
        if (task.Key.Stage.Kind == StageKind.Bag)
        {
            return await Product(task);
        }

        if (task.Order.Members == 1)
        {
            return ResultOf(task, build, result: Result);
        }

        if (task.Order.Member == AnsweringMember)
        {
            return MeasureResultText.Write(new() { HostId = HostId, Emulator = true, Answered = true }, task.Order.Members);
        }

        var blob = string.Create(CultureInfo.InvariantCulture, $"{task.Key.RunId}/{task.Key.Number}/{task.Attempt}");
        var details = MemberScene.OfLatencies(task.Order.Member, [1_000_000, 2_000_000]).Details;
        await engine.Control.Results.PutAsync(blob, BinaryData.FromBytes(details.ToFile()), Cancelled);
        return ResultOf(task, build, blob);
    }

    private async Task<StopCommand?> IsOrderedToStopAsync(BenchmarkTask task) =>
        (await engine.Workers.FindCommandsAsync(pool, WorkerId, Cancelled))?.Stops.FirstOrDefault(order => order.Means(task));

    private async Task EndAsync(BenchmarkTask? ended)
    {
        var (current, message) = (Current!, _message!);
        (Current, _message) = (null, null);
        if (await engine.Tasks.TryReplaceAsync(ended!, Cancelled) is not { } stored)
        {
            return;
        }

        if (current.Key.Stage == StageKind.Clean && stored.Status == BenchmarkTaskStatus.Done)
        {
            await RemoveResourcesAsync(current.Key.RunId);
        }

        if (stored.Status == BenchmarkTaskStatus.Ready)
        {
            var delay = stored.NotBefore is { } notBefore ? notBefore - engine.Time.GetUtcNow() : TimeSpan.Zero;
            await Queue.TryHideAsync(message, delay, Cancelled);
        }
        else
        {
            _pending.Add((stored.Key, message));
        }
    }

    private async Task RemoveResourcesAsync(string runId)
    {
        var maintenance = (await engine.HeaderAsync(runId)).Spec.Experiment == MaintenanceRun.Experiment;
        var left = maintenance ? engine.Resources.ListAllAsync(Cancelled) : engine.Resources.ListAsync(runId, Cancelled);
        await foreach (var entry in left.Select(entry => entry.Value).OfType<ResourceEntry>())
        {
            await engine.Resources.RemoveAsync(entry, Cancelled);
        }
    }

    private async Task SettleAsync()
    {
        foreach (var entry in _pending.ToArray())
        {
            if (await engine.Tasks.FindAsync(entry.Key, Cancelled) is not { } task || task.Status.IsTerminal())
            {
                await Queue.TryDeleteAsync(entry.Message, Cancelled);
                _pending.Remove(entry);
            }
        }
    }
}
