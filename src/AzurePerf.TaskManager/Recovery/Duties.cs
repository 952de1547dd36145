using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>What the TaskManager does next to carrying runs. A duty that fails is tried again after a pause; neither the other duties nor
/// the process end by it.</summary>
internal sealed partial class Duties(EngineTimes times, TimeProvider time, ILogger<Duties> logger)
{
    private readonly Dictionary<string, Patience> _failed = [];

    /// <summary>How long one may go on before the others have their turn.</summary>
    public TimeSpan Turn => times.Turn;

    /// <summary>True while a duty that has failed is left alone.</summary>
    public bool Rests(string duty) => _failed.TryGetValue(duty, out var patience) && patience.Rests(time);

    /// <summary>Does a duty unless it is left alone just now; true when it was done.</summary>
    /// <param name="duty">Its name, for people.</param>
    /// <param name="perform">What to do.</param>
    /// <param name="cancellationToken">Cancelled when the process is told to end.</param>
    public async Task<bool> DoAsync(string duty, Func<CancellationToken, Task> perform, CancellationToken cancellationToken)
    {
        if (Rests(duty))
        {
            return false;
        }

        try
        {
            await perform(cancellationToken);
            _failed.Remove(duty);
            return true;
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            var patience = _failed.TryGetValue(duty, out var known) ? known : _failed[duty] = new();
            var pause = patience.Rest(times, time);
            if (StorageFailure.MayPass(exception))
            {
                LogUnanswered(duty, pause, exception);
            }
            else
            {
                LogFailed(duty, pause, exception);
            }

            return false;
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer, so {Duty} waits for {Pause}")]
    private partial void LogUnanswered(string duty, TimeSpan pause, Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "Not done, tried again in {Pause}: {Duty}")]
    private partial void LogFailed(string duty, TimeSpan pause, Exception exception);
}
