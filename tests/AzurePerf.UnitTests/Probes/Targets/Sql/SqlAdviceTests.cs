using System.Security.Authentication;
using Azure;
using AzurePerf.Core.Measurements;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Engines;
using Npgsql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class SqlAdviceTests
{
    [Theory]
    [InlineData("28P01", "signs in nobody: check the user and the password in it")]
    [InlineData("28000", "signs in nobody: check the user and the password in it")]
    [InlineData("42501", "signs in as a user who lacks a right: an administrator grants what the server names")]
    [InlineData("53100", "leads to a database whose disk is full: make room there")]
    public void What_a_server_refuses_says_what_to_do_at_the_setting(string state, string advice)
    {
        var refused = new PostgresException("made up", "ERROR", "ERROR", state);

        Assert.StartsWith(advice, SqlAdvice.Of(refused), StringComparison.Ordinal);
        Assert.StartsWith(advice, SqlAdvice.Of(new AggregateException(new IOException("gone"), refused)), StringComparison.Ordinal);
        Assert.DoesNotContain("made up", SqlAdvice.Of(refused), StringComparison.Ordinal);
    }

    [Fact]
    public void Refused_TLS_and_a_full_disk_of_this_machine_have_advice_and_what_nobody_can_mend_has_none()
    {
        Assert.StartsWith("leads to a server whose TLS was refused", SqlAdvice.Of(new NpgsqlException("x", new AuthenticationException("no"))), StringComparison.Ordinal);
        Assert.StartsWith("leads to a database whose disk is full", SqlAdvice.Of(new SqliteException(13, "full")), StringComparison.Ordinal);
        Assert.Null(SqlAdvice.Of(new PostgresException("deadlock", "ERROR", "ERROR", "40P01")));
        Assert.Null(SqlAdvice.Of(new SqliteException(5, "busy")));
        Assert.StartsWith("leads to a database whose disk is full", SqlAdvice.Of(new IOException("full", 28)), StringComparison.Ordinal);
        Assert.StartsWith(
            "signs in as a user who may not create databases",
            SqlAdvice.Of(new PostgresException("permission denied to create database", "ERROR", "ERROR", "42501")),
            StringComparison.Ordinal);
    }

    [Fact]
    public void What_cannot_be_mended_at_the_setting_or_concerns_another_account_has_no_advice()
    {
        Assert.Null(SqlAdvice.Of(new SqliteException(8, "a folder that is only read")));
        Assert.Null(SqlAdvice.Of(new RequestFailedException(0, "control account", null, new AuthenticationException("no"))));
        Assert.Null(SqlAdvice.Of(new RequestFailedException(403, "control account")));
    }

    [Fact]
    public void Advice_survives_where_texts_are_stored_without_queries_and_secrets()
    {
        var advice = SqlAdvice.Of(new NpgsqlException("x", new AuthenticationException("no")))!;

        Assert.Equal(advice, FailureText.Clean(advice));
    }
}
