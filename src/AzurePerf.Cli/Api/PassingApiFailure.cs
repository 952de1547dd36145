using System.Net;

namespace AzurePerf.Cli.Api;

/// <summary>Requests that only read are sent again when what failed may pass, such as a connection that broke.</summary>
internal static class PassingApiFailure
{
    private const int Attempts = 3;

    /// <summary>How often a caller who asked too often waits as it is told: others may share its limit.</summary>
    private const int MostLimits = 3;

    /// <summary>Longer ones are no limit of a minute, and nobody waits for them unasked.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(90);

    /// <summary>Tries up to three times, with a second and two seconds between, or as long as the API says. To be told to ask less often
    /// is no failed attempt.</summary>
    /// <exception cref="ApiFailure">That of the last attempt, or one that does not pass.</exception>
    public static async Task<T> AgainAsync<T>(TimeProvider time, Func<Task<T>> attempt, CancellationToken cancellationToken)
    {
        for (var (attempts, limits) = (0, 0); ;)
        {
            TimeSpan wait;
            try
            {
                return await attempt();
            }
            catch (ApiFailure failure)
                when (failure is { Status: HttpStatusCode.TooManyRequests, RetryAfter: { } told } && told <= LongestWait
                    && limits < MostLimits)
            {
                (limits, wait) = (limits + 1, told);
            }
            catch (ApiFailure failure) when (attempts < Attempts - 1 && failure.Passing && !failure.Unreachable)
            {
                attempts++;
                var least = TimeSpan.FromSeconds(attempts);
                wait = failure.RetryAfter is { } told && told > least && told <= LongestWait ? told : least;
            }

            await Task.Delay(wait, time, cancellationToken);
        }
    }
}
