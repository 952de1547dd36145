using System.Globalization;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.StorageTests;
using Microsoft.Data.SqlClient;
using Xunit;

[assembly: AssemblyFixture(typeof(SqlServerFixture))]

namespace AzurePerf.StorageTests;

/// <summary>The SQL Server that whoever runs the tests names; there is none to start. Each test works on databases of its own and removes them.</summary>
public sealed class SqlServerFixture
{
    /// <summary>Has the address, as a target's setting has.</summary>
    public const string Variable = "AZUREPERF_TEST_SQLSERVER";

    private readonly string _run = Guid.NewGuid().ToString("n")[..8];
    private int _names;

    /// <summary>Skips the test where none is named.</summary>
    public static SqlAddress Address
    {
        get
        {
            var setting = Environment.GetEnvironmentVariable(Variable);
            Assert.SkipWhen(string.IsNullOrEmpty(setting), $"{Variable} names no SQL Server");
            return Parse(setting!);
        }
    }

    /// <summary>Skips a test of locks on Babelfish, which takes no notice of them.</summary>
    public static async Task NeedHintsAsync(SqlConnection connection)
    {
        await using var command = new SqlCommand("SELECT @@VERSION", connection);
        Assert.SkipWhen(
            ((string)(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken))!).Contains("Babelfish", StringComparison.Ordinal),
            "this server ignores hints to lock rows");
    }

    public static SqlAddress Parse(string setting)
    {
        var colon = setting.IndexOf(':', StringComparison.Ordinal);
        return SqlAddress.Parse(setting[..colon], setting[(colon + 1)..]);
    }

    /// <summary>A name that no other test uses, also of another run on the same server.</summary>
    public string NewName() => string.Create(CultureInfo.InvariantCulture, $"azptest{_run}{Interlocked.Increment(ref _names):D4}");
}
