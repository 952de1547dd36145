namespace AzurePerf.Web.Live;

/// <summary>One reader for each watched run.</summary>
internal static class LiveSetup
{
    public static void AddLive(this IServiceCollection services)
    {
        services.AddSingleton<RunFeeds>();
        services.AddSingleton<LiveReader>();
    }
}
