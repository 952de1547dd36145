using System.Globalization;

namespace AzurePerf.Cli.Api;

/// <summary>Requests that may be carried out more than once are sent again when what failed may pass, such as a connection that
/// broke.</summary>
internal static class PassingApiFailure
{
    private const int Attempts = 3;

    /// <summary>How often a caller who asked too often waits as it is told: others may share its limit.</summary>
    private const int MostLimits = 3;

    /// <summary>Longer waits are announced.</summary>
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(5);

    /// <summary>Tries up to three times, with a second and two seconds between, or as long as the API says. To be told to ask less often
    /// is no failed attempt.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="say">Tells people why nothing seems to happen.</param>
    /// <param name="attempt">What is tried.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ApiFailure">That of the last attempt, or one that does not pass.</exception>
    public static async Task<T> AgainAsync<T>(
        TimeProvider time, Action<string> say, Func<Task<T>> attempt, CancellationToken cancellationToken)
    {
        for (var (attempts, limits) = (0, 0); ;)
        {
            TimeSpan wait;
            string reason;
            try
            {
                return await attempt();
            }
            catch (ApiFailure failure) when (failure.Limit is not null && limits < MostLimits)
            {
                (limits, wait, reason) = (limits + 1, failure.Limit.Value, failure.Message);
            }
            catch (ApiFailure failure) when (attempts < Attempts - 1 && failure.Passing && !failure.Unreachable)
            {
                (attempts, reason) = (attempts + 1, failure.Message);
                var least = TimeSpan.FromSeconds(attempts);
                wait = failure.RetryAfter is { } told && told > least && told <= ApiFailure.LongestWait ? told : least;
            }

            if (wait > LongestSilence)
            {
                say(string.Create(
                    CultureInfo.InvariantCulture, $"{reason}; the server is asked again in {wait.TotalSeconds:F0} s, as it says"));
            }

            await Task.Delay(wait, time, cancellationToken);
        }
    }
}
