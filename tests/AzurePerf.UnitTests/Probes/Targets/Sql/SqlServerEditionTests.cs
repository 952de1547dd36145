using AzurePerf.Probes.Targets.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class SqlServerEditionTests
{
    [Theory]
    [InlineData(3, "14.0.3456.2", null)]
    [InlineData(2, "17.0.1000.7", null)]
    [InlineData(5, "12.0.2000.8", null)]
    [InlineData(5, "12.0.2000.8", "S3")]
    [InlineData(8, "12.0.2000.8", null)]
    public void Servers_of_Azure_are_always_new_and_others_from_2017(int engine, string version, string? objective) =>
        Assert.Null(new SqlServerEdition(engine, version).FaultWith(objective));

    [Theory]
    [InlineData(3, "13.0.7000.1", null, "leads to a SQL Server of version 13.0.7000.1, and it must be 2017 (version 14) or newer")]
    [InlineData(3, "new", null, "leads to a server whose version nobody can read, and it must be SQL Server 2017 or newer")]
    [InlineData(3, "16.0.1000.6", "S3", "names an objective, which only databases of Azure SQL have: leave it out")]
    [InlineData(8, "12.0.2000.8", "S3", "names an objective, which only databases of Azure SQL have: leave it out")]
    public void What_cannot_be_measured_is_said(int engine, string version, string? objective, string fault) =>
        Assert.Equal(fault, new SqlServerEdition(engine, version).FaultWith(objective));
}
