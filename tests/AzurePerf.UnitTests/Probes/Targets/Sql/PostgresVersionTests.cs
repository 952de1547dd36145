using AzurePerf.Probes.Targets.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class PostgresVersionTests
{
    [Theory]
    [InlineData("15.0")]
    [InlineData("18.4")]
    [InlineData("16.2 (Debian 16.2-1.pgdg120+2)")]
    [InlineData(" 15beta1 ")]
    [InlineData("19devel")]
    [InlineData("100")]
    public void A_server_of_version_15_or_newer_can_be_measured(string reported) => Assert.Null(PostgresVersion.FaultOf(reported));

    [Theory]
    [InlineData("14.9", "leads to PostgreSQL 14.9, and it must be 15 or newer")]
    [InlineData("9.6", "leads to PostgreSQL 9.6, and it must be 15 or newer")]
    [InlineData("14.11 (Ubuntu 14.11-0ubuntu0.22.04.1)", "leads to PostgreSQL 14.11, and it must be 15 or newer")]
    [InlineData("", "leads to a server whose version nobody can read, and it must be PostgreSQL 15 or newer")]
    [InlineData("devel", "leads to a server whose version nobody can read, and it must be PostgreSQL 15 or newer")]
    [InlineData("99999999999999999999", "leads to a server whose version nobody can read, and it must be PostgreSQL 15 or newer")]
    public void An_older_server_is_refused_in_words_that_go_on_after_the_setting(string reported, string fault) =>
        Assert.Equal(fault, PostgresVersion.FaultOf(reported));
}
