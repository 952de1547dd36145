using System.Diagnostics;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tracing;
using AzurePerf.Storage;

namespace AzurePerf.TaskManager.Planning;

/// <summary>Reads the queue of run requests.</summary>
/// <param name="controlPlane">Has the queue.</param>
/// <param name="time">For the age of messages.</param>
/// <param name="logger">Told of what goes to the poison queue.</param>
/// <param name="read">How texts are read; null for the versions that this build reads.</param>
internal sealed partial class RunRequests(
    ControlPlane controlPlane, TimeProvider time, ILogger<RunRequests> logger, Func<string, RunRequestMessage?>? read = null)
{
    private const int MostAtOnce = 32;
    private static readonly TimeSpan Visibility = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Takes the runs that were submitted or cancelled since the last call. A message is deleted when its run was taken: that of a process
    /// that died before is visible again after 30 s. Those of the next build stay.
    /// </summary>
    /// <param name="take">Takes a run, maybe more than once.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>False when there may be more: then ask again soon.</returns>
    public async Task<bool> TakeAsync(Func<string, CancellationToken, Task> take, CancellationToken cancellationToken)
    {
        var messages = await controlPlane.RunRequests.GetAsync(MostAtOnce, Visibility, cancellationToken);
        foreach (var message in messages)
        {
            if ((read ?? MessageText.ReadRunRequest)(message.Text) is { } request)
            {
                using var span = EngineTrace.Continue("run.accept", ActivityKind.Consumer, request.TraceParent);
                span?.SetTag(MetricTags.RunId, request.RunId);
                await take(request.RunId, cancellationToken);
            }
            else if (MessageText.IsRunRequestOfNextBuild(message.Text) && !(time.GetUtcNow() - message.PutAt > MessageText.NextBuildLimit))
            {
                // Builds take over from each other: the next one's TaskManager finds it when it shows itself again. Until then the sweep
                // knows the run.
                continue;
            }
            else
            {
                var poison = PoisonMessage.Of(message.Text, RunRequestMessage.CurrentVersion);
                LogUnreadable(message.Id, poison.Reason);
                await controlPlane.RunRequestPoison.PutAsync(MessageText.Write(poison), TimeSpan.Zero, cancellationToken);
            }

            await controlPlane.RunRequests.TryDeleteAsync(message, cancellationToken);
        }

        return messages.Count < MostAtOnce;
    }

    [LoggerMessage(Level = LogLevel.Error,
        Message = "Message {MessageId} on run-requests is not a run request of this build; moved to run-requests-poison: {Reason}")]
    private partial void LogUnreadable(string messageId, string reason);
}
