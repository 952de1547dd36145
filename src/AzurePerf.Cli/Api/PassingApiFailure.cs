namespace AzurePerf.Cli.Api;

/// <summary>Requests that only read are sent again when what failed may pass, such as a connection that broke.</summary>
internal static class PassingApiFailure
{
    private const int Attempts = 3;

    /// <summary>Tries up to three times, with a second and two seconds between.</summary>
    /// <exception cref="ApiFailure">That of the last attempt, or one that does not pass.</exception>
    public static async Task<T> AgainAsync<T>(TimeProvider time, Func<Task<T>> attempt, CancellationToken cancellationToken)
    {
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                return await attempt();
            }
            catch (ApiFailure failure) when (attempts < Attempts && failure.Passing && !failure.Unreachable)
            {
                await Task.Delay(TimeSpan.FromSeconds(attempts), time, cancellationToken);
            }
        }
    }
}
