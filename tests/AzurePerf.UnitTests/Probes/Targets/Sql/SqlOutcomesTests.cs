using System.Net.Sockets;
using System.Security.Authentication;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Worker.Tasks;
using Npgsql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class SqlOutcomesTests
{
    private static readonly SqlOutcomes Outcomes = new();

    [Theory]
    [InlineData("53300", OperationOutcome.Throttled)]
    [InlineData("57P03", OperationOutcome.ConnectionRefused)]
    [InlineData("40P01", OperationOutcome.Deadlock)]
    [InlineData("40001", OperationOutcome.Serialization)]
    [InlineData("40000", OperationOutcome.Serialization)]
    [InlineData("55P03", OperationOutcome.LockTimeout)]
    [InlineData("57014", OperationOutcome.ServerTimeout)]
    [InlineData("57P01", OperationOutcome.Failover)]
    [InlineData("57P02", OperationOutcome.Failover)]
    [InlineData("08006", OperationOutcome.ConnectionReset)]
    [InlineData("28P01", OperationOutcome.Unauthorized)]
    [InlineData("28000", OperationOutcome.Unauthorized)]
    [InlineData("42501", OperationOutcome.Unauthorized)]
    [InlineData("3D000", OperationOutcome.NotFound)]
    [InlineData("23505", OperationOutcome.Conflict)]
    [InlineData("23503", OperationOutcome.Conflict)]
    [InlineData("42P04", OperationOutcome.Conflict)]
    [InlineData("42601", OperationOutcome.Rejected)]
    [InlineData("25P02", OperationOutcome.Rejected)]
    [InlineData("22012", OperationOutcome.Rejected)]
    [InlineData("53100", OperationOutcome.ServerError)]
    [InlineData("XX000", OperationOutcome.ServerError)]
    [InlineData("", OperationOutcome.ServerError)]
    public void A_server_s_answer_is_named_by_its_state_whether_or_not_the_operation_mutates(string state, OperationOutcome expected)
    {
        var answer = new PostgresException("made up", "ERROR", "ERROR", state);

        Assert.Equal(expected, Outcomes.Classify(answer, mutates: false));
        Assert.Equal(expected, Outcomes.Classify(answer, mutates: true));
        Assert.Equal(expected, Outcomes.Classify(new AggregateException(new TimeoutException(), answer), mutates: false));
    }

    [Fact]
    public void Two_first_positions_of_an_account_could_not_be_put_in_any_order()
    {
        Assert.Equal(OperationOutcome.Serialization, SqlErrorTable.OfState("23505", "holding_summary"));
        Assert.Equal(OperationOutcome.Conflict, SqlErrorTable.OfState("23505", "trade"));
        Assert.Equal(OperationOutcome.Conflict, SqlErrorTable.OfState("23503", "holding_summary"));
    }

    [Theory]
    [InlineData(1205, OperationOutcome.Deadlock)]
    [InlineData(3960, OperationOutcome.Serialization)]
    [InlineData(1222, OperationOutcome.LockTimeout)]
    [InlineData(-2, OperationOutcome.ClientTimeout)]
    [InlineData(40501, OperationOutcome.Throttled)]
    [InlineData(10929, OperationOutcome.Throttled)]
    [InlineData(40613, OperationOutcome.Failover)]
    [InlineData(40197, OperationOutcome.Failover)]
    [InlineData(4060, OperationOutcome.ConnectionRefused)]
    [InlineData(10054, OperationOutcome.ConnectionReset)]
    [InlineData(10061, OperationOutcome.ConnectionRefused)]
    [InlineData(11001, OperationOutcome.NameResolution)]
    [InlineData(-2146893019, OperationOutcome.Tls)]
    [InlineData(2627, OperationOutcome.Conflict)]
    [InlineData(99999, OperationOutcome.ServerError)]
    public void A_number_of_sql_server_has_one_outcome(int number, OperationOutcome expected) => Assert.Equal(expected, SqlErrorTable.OfNumber(number, "made up"));

    [Fact]
    public void Two_first_positions_of_an_account_could_not_be_put_in_any_order_by_SQL_Server_either()
    {
        const string Said = "Violation of PRIMARY KEY constraint 'PK__x'. Cannot insert duplicate key in object 'dbo.";

        Assert.Equal(OperationOutcome.Serialization, SqlErrorTable.OfNumber(2627, Said + "holding_summary'."));
        Assert.Equal(OperationOutcome.Conflict, SqlErrorTable.OfNumber(2627, Said + "trade'."));
        Assert.Equal(OperationOutcome.Conflict, SqlErrorTable.OfNumber(547, Said + "holding_summary'."));
    }

    [Theory]
    [InlineData(5, OperationOutcome.LockTimeout)]
    [InlineData(517, OperationOutcome.Serialization)]
    [InlineData(773, OperationOutcome.LockTimeout)]
    [InlineData(9, OperationOutcome.ServerTimeout)]
    [InlineData(2067, OperationOutcome.Conflict)]
    [InlineData(1555, OperationOutcome.Conflict)]
    [InlineData(1032, OperationOutcome.Unauthorized)]
    [InlineData(14, OperationOutcome.ConnectionRefused)]
    [InlineData(13, OperationOutcome.ServerError)]
    [InlineData(1, OperationOutcome.Rejected)]
    public void An_extended_code_of_sqlite_has_one_outcome(int code, OperationOutcome expected) => Assert.Equal(expected, SqlErrorTable.OfCode(code));

    public static TheoryData<Exception, OperationOutcome> WithoutAnAnswer => new()
    {
        { new NpgsqlException("no", new SocketException((int)SocketError.ConnectionRefused)), OperationOutcome.ConnectionRefused },
        { new SocketException((int)SocketError.HostNotFound), OperationOutcome.NameResolution },
        { new NpgsqlException("no", new IOException("reset", new SocketException((int)SocketError.ConnectionReset))), OperationOutcome.ConnectionReset },
        { new NpgsqlException("no", new EndOfStreamException()), OperationOutcome.ConnectionReset },
        { new NpgsqlException("no", new TimeoutException()), OperationOutcome.ClientTimeout },
        { new NpgsqlException("no", new AuthenticationException("certificate")), OperationOutcome.Tls },
        { new NpgsqlException("SSL connection requested. No SSL enabled connection from this host is configured."), OperationOutcome.Tls },
        { new NpgsqlException("broken"), OperationOutcome.ConnectionReset },
        { new OperationCanceledException(), OperationOutcome.ClientTimeout },
        { new CorruptDataException("a row is missing"), OperationOutcome.Corrupt },
        { new MayHaveLandedException("no answer to COMMIT"), OperationOutcome.Ambiguous },
        { new InvalidOperationException("bug"), OperationOutcome.Harness },
    };

    [Theory]
    [MemberData(nameof(WithoutAnAnswer))]
    public void Without_an_answer_a_failure_is_named_by_where_it_happened(Exception failure, OperationOutcome expected) =>
        Assert.Equal(expected, Outcomes.Classify(failure, mutates: false));

    [Theory]
    [InlineData("40P01", FailureCause.ServerBusy)]
    [InlineData("40001", FailureCause.ServerBusy)]
    [InlineData("55P03", FailureCause.OperationTimeout)]
    [InlineData("57P01", FailureCause.ServerError)]
    [InlineData("28P01", FailureCause.AccessDenied)]
    public void An_execution_that_a_database_ended_has_the_cause_of_its_outcome(string state, FailureCause cause)
    {
        var failure = new PostgresException("made up", "ERROR", "ERROR", state);

        Assert.Equal(cause, StorageCauses.Of(failure, Outcomes));
        Assert.Equal(FailureCause.UserCodeError, StorageCauses.Of(failure));
        Assert.Equal(FailureCause.UserCodeError, StorageCauses.Of(new InvalidOperationException("bug"), Outcomes));
    }
}
