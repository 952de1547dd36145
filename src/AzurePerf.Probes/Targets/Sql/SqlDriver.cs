using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets.Storage;
using Microsoft.Data.SqlClient;
using Npgsql;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>Database servers, and folders of databases whose engine is part of the worker.</summary>
/// <param name="accounts">With the identity that signs in where no password is given.</param>
/// <param name="now">Says when what it signs in with expires.</param>
public sealed class SqlDriver(StorageAccounts accounts, Func<DateTimeOffset> now) : ITargetDriver
{
    public TargetKind Kind => SqlTarget.Kind;

    public IOutcomeClassifier Outcomes { get; } = new SqlOutcomes();

    public IConfiguredTarget Read(TargetSetting setting)
    {
        ArgumentNullException.ThrowIfNull(setting);
        return new Configured(setting.Variable, SqlAddress.Parse(setting.Kind, setting.Text), accounts.MeasuredIdentity, now);
    }

    private sealed class Configured(string variable, SqlAddress address, string? identity, Func<DateTimeOffset> now)
        : IConfiguredTarget
    {
        private readonly SignInToken? _token = address is { Engine: SqlEngine.Sqlite } or { Password: not null }
            ? null
            : new(address.Engine == SqlEngine.SqlServer ? SignInToken.SqlServerScope : SignInToken.PostgresScope, identity, now);

        public string Libraries => address.Engine switch
        {
            SqlEngine.PostgreSql => ClientLibraries.Describe(typeof(NpgsqlConnection).Assembly),
            SqlEngine.SqlServer => ClientLibraries.Describe(typeof(SqlConnection).Assembly),
            _ => "SQLite",
        };

        public string? AdviceOn(Exception failure) => SqlAdvice.Of(failure);

        public IOpenTarget Open(TargetOpening opening) => address.Engine switch
        {
            SqlEngine.PostgreSql => new PostgresTarget(variable, address, _token, opening.OperationTimeout),
            SqlEngine.SqlServer => new SqlServerTarget(variable, address, _token, opening.OperationTimeout),
            _ => new SqliteTarget(variable, address.Folder, opening.OperationTimeout),
        };
    }
}
