using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Bags;

/// <summary>What the tasks of one bag experiment do.</summary>
internal interface IBagWork
{
    /// <summary>The experiment in the catalogue.</summary>
    string Experiment { get; }

    /// <summary>Executes one task to its end and returns its result as JSON, at most 32 Ki characters; throws when there is none. It may be executed again.</summary>
    /// <param name="run">The run.</param>
    /// <param name="task">Which task, and which attempt at it.</param>
    /// <param name="stop">Cancelled when it is to end early.</param>
    Task<string> ExecuteAsync(RunState run, BenchmarkTask task, CancellationToken stop);
}
