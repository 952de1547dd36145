using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>The server of a test.</summary>
internal static class StartedServer
{
    private const string WhyNone = "no PostgreSQL runs here: ";

    /// <summary>Starts one; skips the test where none can run.</summary>
    public static async Task<PostgresServer> OrSkipAsync(string? logs = null)
    {
        try
        {
            return await PostgresServer.StartAsync(logs, new ImmediateProgress(_ => { }), TestContext.Current.CancellationToken);
        }
        catch (LocalStartException reason)
        {
            Assert.Skip(WhyNone + reason.Message);
            throw;
        }
    }
}
