using AzurePerf.Core.Measurements;
using AzurePerf.Probes.Works;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Programs;

/// <summary>Keeps what programs wrote, for the pages of their tasks.</summary>
internal sealed partial class ProgramLogs(TaskLogStore logs, ILogger<ProgramLogs> logger)
{
    /// <summary>Keeps the log of an execution. That it cannot be kept takes nothing from what the program made.</summary>
    /// <param name="context">The execution.</param>
    /// <param name="result">How its program ended.</param>
    /// <param name="stop">Ends the request.</param>
    /// <returns>How much of it is kept.</returns>
    public async Task<KeptLog> KeepAsync(ITaskContext context, SandboxResult result, CancellationToken stop)
    {
        if (result.Log.IsEmpty)
        {
            return new(0, "");
        }

        try
        {
            return new(await logs.PutAsync(context.RunId, context.Stage, context.Task, context.Attempt, result.Log, stop), "");
        }
        catch (Exception failure) when (failure is not OutOfMemoryException && !stop.IsCancellationRequested)
        {
            LogLost(context.Subject, failure);
            return new(0, $"The program's log could not be kept: {FailureText.FirstLineOf(failure).TrimEnd('.')}.");
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The log of the program of task {Task} could not be kept")]
    private partial void LogLost(string task, Exception failure);
}

/// <summary>What is kept of the log of an execution.</summary>
/// <param name="Bytes">Of the log as it is kept.</param>
/// <param name="Lost">One sentence that says why it could not be kept; empty where it is.</param>
internal readonly record struct KeptLog(long Bytes, string Lost);
