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
    /// <returns>Empty, or one sentence that says why the log could not be kept.</returns>
    public async Task<string> KeepAsync(ITaskContext context, SandboxResult result, CancellationToken stop)
    {
        if (result.Log.IsEmpty)
        {
            return "";
        }

        try
        {
            await logs.PutAsync(context.RunId, context.Stage, context.Task, context.Attempt, result.Log, stop);
            return "";
        }
        catch (Exception failure) when (failure is not OutOfMemoryException && !stop.IsCancellationRequested)
        {
            LogLost(context.Subject, failure);
            return $"The program's log could not be kept: {FailureText.FirstLineOf(failure).TrimEnd('.')}.";
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The log of the program of task {Task} could not be kept")]
    private partial void LogLost(string task, Exception failure);
}
