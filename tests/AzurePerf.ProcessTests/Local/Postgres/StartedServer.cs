using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>The server of a test.</summary>
internal static class StartedServer
{
    private const string WhyNone = "no PostgreSQL runs here: ";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Starts one; skips the test where none can be had. One that is installed and does not start fails it.</summary>
    public static async Task<PostgresServer> OrSkipAsync(string? logs = null) =>
        await PostgresServer.StartAsync(await InstalledOrSkipAsync(), logs, Cancelled);

    private static async Task<PostgresInstallation> InstalledOrSkipAsync()
    {
        try
        {
            return await PostgresInstallation.FindOrInstallAsync(new ImmediateProgress(_ => { }), Cancelled);
        }
        catch (LocalStartException reason)
        {
            Assert.Skip(WhyNone + reason.Message);
            throw;
        }
    }
}
