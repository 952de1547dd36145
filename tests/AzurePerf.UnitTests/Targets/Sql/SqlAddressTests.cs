using AzurePerf.Core.Targets.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Targets.Sql;

public sealed class SqlAddressTests
{
    [Fact]
    public void A_server_on_another_machine_is_reached_by_tls_with_its_name_checked()
    {
        var address = Parse("postgresql://me%40tenant:p%40ss%2Fw%3Aord@db.example:6432/my%20base");

        Assert.Equal(
            (SqlEngine.PostgreSql, "db.example", 6432, "my base", "me@tenant", "p@ss/w:ord", SqlEncryption.Verified, false),
            (address.Engine, address.Host, address.Port, address.Database, address.User, address.Password, address.Encryption, address.IsHere));
    }

    [Theory]
    [InlineData("postgresql://me:x@localhost/postgres", "localhost", 5432)]
    [InlineData("postgresql://me:x@127.0.0.1:5433/postgres", "127.0.0.1", 5433)]
    [InlineData("postgresql://me:x@[::1]:5433/postgres", "::1", 5433)]
    [InlineData("postgresql://me:x@[::1]/postgres", "::1", 5432)]
    public void On_this_machine_nothing_is_encrypted(string text, string host, int port)
    {
        var address = Parse(text);

        Assert.Equal((host, port, SqlEncryption.None, true), (address.Host, address.Port, address.Encryption, address.IsHere));
    }

    [Theory]
    [InlineData("?tls=off", SqlEncryption.None, null)]
    [InlineData("?tls=on", SqlEncryption.Verified, null)]
    [InlineData("?ca=/certificates/own%20ca.pem", SqlEncryption.Verified, "/certificates/own ca.pem")]
    public void An_option_changes_that(string option, SqlEncryption encryption, string? file)
    {
        var address = Parse("postgresql://me:x@db.example/postgres" + option);

        Assert.Equal((encryption, file), (address.Encryption, address.CertificateFile));
        Assert.Equal(encryption, Parse("postgresql://me:x@127.0.0.1/postgres" + option).Encryption);
    }

    [Fact]
    public void Without_a_password_a_token_signs_in() => Assert.Null(Parse("postgresql://me@db.example/postgres").Password);

    [Fact]
    public void A_server_of_Azure_SQL_needs_no_user_where_a_token_signs_in_and_may_name_what_databases_are_made_with()
    {
        var address = Parse("sqlserver://own.database.windows.net/master?objective=GP_Gen5_2");

        Assert.Equal((SqlEngine.SqlServer, "own.database.windows.net", 1433, "master"), (address.Engine, address.Host, address.Port, address.Database));
        Assert.Equal(("", null, SqlEncryption.Verified, "GP_Gen5_2"), (address.User, address.Password, address.Encryption, address.ServiceObjective));
        Assert.Equal("SQL Server at own.database.windows.net", address.ToString());
        Assert.Equal(("sa", "p/w", 1500), (Parse("sqlserver://sa:p%2Fw@127.0.0.1:1500/master") is var own ? (own.User, own.Password, own.Port) : default));
    }

    [Fact]
    public void Sqlite_is_a_folder_of_this_machine()
    {
        var address = Parse("sqlite:/data/bases");

        Assert.Equal((SqlEngine.Sqlite, "/data/bases", true), (address.Engine, address.Folder, address.IsHere));
    }

    [Theory]
    [InlineData("sqlserver://:s3cret@db.example/master", "names no user")]
    [InlineData("sqlserver://sa:12/s3cret@db.example/master", "has an @ behind its host: write / in a password as %2F")]
    [InlineData("sqlserver://sa:s3cret@db.example", "names no database, such as /master at the end")]
    [InlineData("sqlserver://sa:s3cret@db.example/master?objective=S3')--", "has an objective that is not the name of one, such as S3 or GP_Gen5_2")]
    [InlineData("sqlserver://db.example/master?tls=off", "has no password, so a token signs in, which tls=off would show")]
    [InlineData("postgresql://me:s3cret@db.example/postgres?objective=S3", "has an option that is not known: ca=FILE and tls=off are, and for SQL Server objective=NAME")]
    [InlineData("postgresql:me:s3cret@db.example/postgres", "must look like postgresql://user:password@host:port/database")]
    [InlineData("postgresql://db.example/s3cret", "names no user")]
    [InlineData("postgresql://:s3cret@db.example/postgres", "names no user")]
    [InlineData("postgresql://me:s3/cret@db.example/postgres", "names no user")]
    [InlineData("postgresql://me:s3cret@db.example", "names no database")]
    [InlineData("postgresql://me:s3cret@/postgres", "names no host")]
    [InlineData("postgresql://me:s3cret@a b/postgres", "names no host")]
    [InlineData("postgresql://me:s3cret@db.example:0/postgres", "has a port that is not from 1 to 65535")]
    [InlineData("postgresql://me:s3cret@db.example:x/postgres", "has a port that is not from 1 to 65535")]
    [InlineData("postgresql://me:s3cret@db.example:99999/postgres", "has a port that is not from 1 to 65535")]
    [InlineData("postgresql://me:s3cret@db.example/postgres?sslmode=s3cret", "has an option that is not known: ca=FILE and tls=off are")]
    [InlineData("postgresql://me:s3cret@db.example/postgres?tls=maybe", "has a tls that is neither off nor on")]
    [InlineData("postgresql://me:s3cret@db.example/postgres?ca=own.pem", "has a ca that is not the full path")]
    [InlineData("postgresql://me:s3cret@db.example/postgres?ca=/own.pem&tls=off", "has both ca and tls=off")]
    [InlineData("postgresql://me@db.example/postgres?tls=off", "has no password, so a token signs in, which tls=off would show")]
    [InlineData("sqlite:data/s3cret", "must name the full path of a folder")]
    [InlineData("sqlite:", "must name the full path of a folder")]
    public void What_is_wrong_is_one_sentence_that_repeats_nothing(string text, string fault)
    {
        var failure = Assert.Throws<FormatException>(() => Parse(text));

        Assert.StartsWith(fault, failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', failure.Message);
    }

    [Fact]
    public void What_is_printed_holds_neither_user_nor_password() =>
        Assert.Equal("PostgreSQL at db.example", Parse("postgresql://me:s3cret@db.example/postgres").ToString());

    private static SqlAddress Parse(string text) => SqlAddress.Parse(text.Split(':')[0], text[(text.IndexOf(':', StringComparison.Ordinal) + 1)..]);
}
