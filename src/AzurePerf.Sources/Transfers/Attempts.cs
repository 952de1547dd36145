using Microsoft.Extensions.Logging;

namespace AzurePerf.Sources.Transfers;

/// <summary>
/// Repeats what may pass: after 1, 2, 4, ... seconds or as long as the archive asks. Wrong content is fetched once more only.
/// </summary>
/// <param name="mostAttempts">From 1.</param>
/// <param name="longestWait">Longest wait before the next attempt, whatever the archive asks for.</param>
/// <param name="time">Measures the waits.</param>
/// <param name="logger">Hears of attempts that failed.</param>
internal sealed partial class Attempts(int mostAttempts, TimeSpan longestWait, TimeProvider time, ILogger logger)
{
    private const int MostDamaged = 2;

    /// <param name="what">What is fetched, for messages.</param>
    /// <param name="attemptAsync">One attempt; it says with a <see cref="PassingFailure"/> that another may help.</param>
    /// <exception cref="SourceException">No attempt helped, or another would not.</exception>
    public async Task<T> RunAsync<T>(string what, Func<Task<T>> attemptAsync, CancellationToken cancellationToken)
    {
        for (var (attempt, damaged) = (1, 0); ; attempt++)
        {
            try
            {
                return await attemptAsync().ConfigureAwait(false);
            }
            catch (PassingFailure failure)
            {
                if (failure.Cause == SourceCause.Damaged) damaged++;
                if (attempt == mostAttempts || damaged == MostDamaged) throw Final(what, attempt, failure);
                var wait = WaitAfter(attempt, failure);
                LogRepetition(logger, what, attempt, failure.Message, wait.TotalSeconds);
                await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private TimeSpan WaitAfter(int attempt, PassingFailure failure)
    {
        var wait = failure.RetryAfter ?? TimeSpan.FromSeconds(Math.Pow(2, attempt - 1));
        return wait < longestWait ? wait : longestWait;
    }

    private static SourceException Final(string what, int attempts, PassingFailure failure)
    {
        var times = attempts == 1 ? "1 attempt" : FormattableString.Invariant($"{attempts} attempts");
        var sentence = $"{what} did not come in {times}: {failure.Message}.";
        return failure.InnerException is { } inner ? new(failure.Cause, sentence, inner) : new(failure.Cause, sentence);
    }

    [LoggerMessage(Level = LogLevel.Warning,
        Message = "{What} did not come in attempt {Attempt}: {Reason}. The next attempt begins in {Wait} s")]
    private static partial void LogRepetition(ILogger logger, string what, int attempt, string reason, double wait);
}
