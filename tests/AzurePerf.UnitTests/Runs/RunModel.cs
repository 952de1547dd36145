using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.UnitTests.Runs;

/// <summary>The smallest world that decisions can be carried out in: a run, its stages and tasks, and one worker that does at random what workers do.</summary>
internal sealed class RunModel
{
    private static readonly ExecutionLimits Limits = new(TimeSpan.FromHours(2), TimeSpan.FromHours(2), "the limit is 7200 s", Measures: true);
    private readonly RunDecisions _decisions;
    private readonly Random _random;
    private readonly Dictionary<TaskKey, BenchmarkTask> _tasks = [];
    private readonly List<StageState> _stages = [];
    private RunState _run;
    private DateTimeOffset _now = new(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);
    private TimeSpan? _messageOutFor;
    private TimeSpan _runningFor;
    private bool _messageLost;
    private bool _stopOrdered;
    private bool _ownerIsDead;

    public RunModel(RunDecisions decisions, Random random)
    {
        (_decisions, _random) = (decisions, random);
        _run = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _now, (OnError)random.Next(2));
    }

    /// <summary>True when the run is forgotten in time, with every count as it must be.</summary>
    public bool EndsWithin(int steps)
    {
        for (var step = 0; step < steps; step++)
        {
            var snapshot = new RunSnapshot
            {
                Run = _run,
                Stages = _stages,
                Current = Current() is { } current ? [Look(current)] : [],
                LimitOf = _ => Limits,
                Now = _now,
            };
            var action = _decisions.Next(snapshot);
            if (action is RunAction.Forget)
            {
                return _stages.All(stage => stage.Closed) && _tasks.Values.All(task => task.Status.IsTerminal());
            }

            Apply(action);
            Happen();
        }

        return false;
    }

    private BenchmarkTask? Current() => _stages.Find(stage => !stage.Closed && stage.Dispatched > stage.Finished) is { } open ? _tasks[KeyOf(open, open.Finished)] : null;

    private DispatchedTask Look(BenchmarkTask task) => new(task)
    {
        OwnerIsDead = _ownerIsDead,
        MessageOutFor = _messageOutFor,
        Elapsed = _runningFor,
        StopCommanded = _stopOrdered,
    };

    private void Apply(RunAction action)
    {
        switch (action)
        {
            case RunAction.Begin:
                _run = _run with { Status = RunStatus.Running };
                _stages.AddRange([NewStage(StageKind.Prepare, 1) with { Open = true }, NewStage(StageKind.Measure, _random.Next(1, 8)), NewStage(StageKind.Clean, 1)]);
                break;
            case RunAction.CreateTasks create:
                var task = new BenchmarkTask { Key = KeyOf(create.Stage, create.Stage.Created), Order = new() };
                _tasks[task.Key] = task;
                Replace(create.Stage with { Created = create.Stage.Created + 1 });
                break;
            case RunAction.Dispatch dispatch:
                Replace(dispatch.Stage with { Dispatched = dispatch.Stage.Dispatched + 1 });
                PutMessage();
                break;
            case RunAction.Remind:
                PutMessage();
                break;
            case RunAction.Store store:
                foreach (var after in store.After)
                {
                    _tasks[after.Key] = after;
                }

                (_stopOrdered, _ownerIsDead, _runningFor) = (false, false, TimeSpan.Zero);
                PutMessage();
                break;
            case RunAction.OrderStop:
                _stopOrdered = true;
                break;
            case RunAction.Advance advance:
                var failed = advance.Tasks.Count(ended => ended.Status is BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead);
                Replace(advance.Stage with { Finished = advance.Stage.Finished + advance.Tasks.Count, Failed = advance.Stage.Failed + failed });
                _messageOutFor = null;
                break;
            case RunAction.CancelRest rest:
                foreach (var key in _tasks.Keys.Where(key => key.Stage == rest.Stage.Kind && key.Number >= rest.Stage.Finished).ToArray())
                {
                    _tasks[key] = key.Stage == StageKind.Measure
                        ? PointTransitions.Cancel([_tasks[key]], _ => false, _now)![0]
                        : TaskTransitions.Cancel(_tasks[key], _now)!;
                }

                Replace(rest.Stage with { Dispatched = rest.Stage.Created, Finished = rest.Stage.Created });
                break;
            case RunAction.CloseStage close:
                Replace(close.Stage with { Closed = true });
                break;
            case RunAction.Finish finish:
                _run = _run with { Status = finish.Status, Reason = finish.Reason };
                break;
        }
    }

    /// <summary>Time passes, and the worker, the user and the network each may do something.</summary>
    private void Happen()
    {
        var passed = TimeSpan.FromSeconds(_random.Next(1, 120));
        _now += passed;
        _messageOutFor += passed;
        if (_random.Next(300) == 0 && !_run.Status.IsTerminal())
        {
            _run = _run with { Status = RunStatus.Cancelling };
        }

        if (_random.Next(50) == 0)
        {
            // Another process takes over and remembers nothing.
            (_messageOutFor, _runningFor, _stopOrdered) = (null, TimeSpan.Zero, false);
        }

        if (Current() is { } task)
        {
            _tasks[task.Key] = Work(task, passed) ?? task;
        }
    }

    private BenchmarkTask? Work(BenchmarkTask task, TimeSpan passed)
    {
        if (task.Status == BenchmarkTaskStatus.Ready)
        {
            return _messageLost || _messageOutFor is null || _random.Next(3) == 0 ? null : TaskTransitions.Claim(task, "worker1", "nonce1", _now);
        }

        if (task.Status != BenchmarkTaskStatus.Running || _ownerIsDead)
        {
            return null;
        }

        _runningFor += passed;
        if (_stopOrdered)
        {
            return TaskTransitions.GiveUp(task, "nonce1", FailureCause.Preempted, "told to", "", _now);
        }

        switch (_random.Next(8))
        {
            case 0:
                return TaskTransitions.GiveUp(task, "nonce1", FailureTaxonomy.Rows[_random.Next(FailureTaxonomy.Rows.Count)].Cause, "it broke", "", _now);
            case 1:
                _ownerIsDead = _random.Next(3) == 0;
                return null;
            case < 5:
                return TaskTransitions.Complete(task, "nonce1", "{}", _now);
            default:
                return null;
        }
    }

    private void PutMessage()
    {
        _messageOutFor = TimeSpan.Zero;
        _messageLost = _random.Next(10) == 0;
    }

    private void Replace(StageState stage) => _stages[_stages.FindIndex(other => other.Kind == stage.Kind)] = stage;

    private StageState NewStage(StageKind kind, int total) => new() { RunId = _run.RunId, Id = kind, Total = total };

    private TaskKey KeyOf(StageState stage, int number) => new(_run.RunId, stage.Kind, number);
}
