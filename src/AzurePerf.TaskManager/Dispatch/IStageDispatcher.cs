using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What follows a step of a run.</summary>
internal enum StepEnd
{
    /// <summary>Another look at once.</summary>
    GoOn,

    /// <summary>Another look when it is due.</summary>
    Rest,

    /// <summary>Nothing: the run has ended and may be forgotten.</summary>
    Forget,
}

/// <summary>Carries out what is decided for the tasks of a run's open stage.</summary>
internal interface IStageDispatcher
{
    /// <summary>Whether it dispatches the tasks of stages of a shape.</summary>
    bool Dispatches(StageShape shape);

    /// <summary>What has been begun and only goes on, whatever would be decided now; null for nothing.</summary>
    RunAction? UnderWay(RunSnapshot snapshot, RunRuntimeState runtime) => null;

    /// <summary>Stops what takes too long, where that is no decision about the run: before whatever else is done.</summary>
    Task KeepLimitsAsync(RunSnapshot snapshot, RunAction action, RunRuntimeState runtime, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    /// <summary>Does an action, or returns null for one that is not about the tasks of a stage of its shape.</summary>
    Task<StepEnd>? TryDo(RunAction action, RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken);

    /// <summary>Sets when a stage is looked at next for which there is nothing to do now.</summary>
    Task RestAsync(RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken);
}

/// <summary>Looks before each step of a run whether something outside of it ends it.</summary>
internal interface IRunGuard
{
    /// <summary>True when the run was given up just now, or somebody changed it meanwhile: then it is read anew.</summary>
    Task<bool> EndsAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken);
}
