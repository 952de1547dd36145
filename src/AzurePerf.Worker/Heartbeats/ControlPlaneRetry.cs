using AzurePerf.Core.Measurements;
using AzurePerf.Storage;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>
/// Repeats a read or a conditional write of the control plane until the account answers it, also one that refuses this worker: it may
/// do so only until its identity is had again. A worker that went on without the answer might own a Running row that it does not
/// execute: it lives, so nobody would ever take that task from it.
/// </summary>
internal sealed partial class ControlPlaneRetry(TimeProvider time, ILogger<ControlPlaneRetry> logger)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    /// <summary>The account's answer; ends without one only when cancelled.</summary>
    /// <param name="write">Under the same ETag each time: of all tries one can succeed, even one that lands late.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    public async Task<T> RepeatAsync<T>(Func<Task<T>> write, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                return await write();
            }
            catch (Exception exception)
                when ((StorageFailure.MayPass(exception) || StorageFailure.IsRefusal(exception))
                    && !cancellationToken.IsCancellationRequested)
            {
                LogUnanswered(FailureText.FirstLineOf(exception));
            }

            await Task.Delay(Pause, time, cancellationToken);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account has not answered a request, which is repeated: {Reason}")]
    private partial void LogUnanswered(string reason);
}
