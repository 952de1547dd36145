using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.SqlServer;
using Microsoft.Data.SqlClient;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>A SQL Server, or a logical server of Azure SQL.</summary>
/// <param name="variable">The setting that it was read from.</param>
/// <param name="address">Where it is.</param>
/// <param name="token">Signs in where the address has no password; else null.</param>
/// <param name="operationTimeout">After which the client gives an operation up. The server gives up waiting for a lock before; it has no
/// limit for a whole statement.</param>
internal sealed class SqlServerTarget(string variable, SqlAddress address, SignInToken? token, TimeSpan operationTimeout) : DatabaseTarget
{
    /// <summary>Of "the database cannot be opened".</summary>
    private const int NoSuchDatabase = 4060;

    public override ClientSettings ClientSettings => OneConnectionEach(operationTimeout);

    public override IReadOnlyList<string> Notes =>
    [
        .. address.IsHere ? ["client and server share this machine"] : Array.Empty<string>(),
        .. address is { IsHere: false, Encryption: SqlEncryption.None } ? ["TLS was not asked for"] : Array.Empty<string>(),
        .. address.CertificateFile is null ? [] : new[] { "the server's certificate had to be that of the setting's ca" },
    ];

    /// <summary>Only some can, and those take minutes.</summary>
    public override bool CanCopy => false;

    protected override string Variable => variable;

    public override async Task HaveSignInAsync(CancellationToken cancellationToken)
    {
        if (token is not null)
        {
            await token.GetAsync(cancellationToken);
        }
    }

    public override ISqlDatabase OpenDatabase(string name, bool prepares) => new SqlServerDatabase(SourceOf(name)) { Prepares = prepares };

    public override async Task CheckAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await SourceOf(address.Database).ConnectAsync(cancellationToken);
            await using var asked = new SqlCommand(
                """
                SELECT CAST(SERVERPROPERTY('EngineEdition') AS int), CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(50)), DB_NAME(),
                    CASE WHEN HAS_PERMS_BY_NAME(NULL, NULL, 'CREATE ANY DATABASE') = 0
                        AND HAS_PERMS_BY_NAME('master', 'DATABASE', 'CREATE DATABASE') = 0 THEN 0 ELSE 1 END
                """,
                connection);
            await using var row = await asked.ExecuteReaderAsync(cancellationToken);
            await row.ReadAsync(cancellationToken);
            var server = new SqlServerEdition(row.GetInt32(0), row.GetString(1));
            if (server.FaultWith(address.ServiceObjective) is { } unfit)
            {
                throw Unfit(unfit);
            }

            if (server.IsAzure && !row.GetString(2).Equals(SqlServerDatabases.Master, StringComparison.OrdinalIgnoreCase))
            {
                throw Unfit("names another database than master, and only from there Azure SQL makes databases");
            }

            // In Azure the right is that of a role in master, and nobody can be asked for it.
            if (!server.IsAzure && row.GetInt32(3) == 0)
            {
                throw Unfit(SqlAdvice.MayNotCreateOnSqlServer);
            }
        }
        catch (SqlException missing) when (missing.Number == NoSuchDatabase)
        {
            throw Unfit("names a database that the server does not have, or that the user may not open: master is there on every server");
        }
        catch (SqlException refused) when (SqlAdvice.Of(refused) is { } advice)
        {
            throw Unfit($"{advice} ({FailureText.Of(refused)})");
        }
        catch (NotSupportedException)
        {
            throw Unfit("is a SQL Server, whose driver needs the data of cultures: install ICU (libicu) for the worker, and leave "
                + "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT out of its environment");
        }
    }

    public override Task CreateAsync(string name, CancellationToken cancellationToken) =>
        Databases.CreateAsync(Own(name), address.ServiceObjective, cancellationToken);

    public override Task CopyAsync(string source, string name, CancellationToken cancellationToken) =>
        throw new NotSupportedException("databases of a SQL Server are not copied");

    protected override Task RemoveAsync(string name, CancellationToken cancellationToken) =>
        Databases.RemoveAsync(name, cancellationToken);

    protected override async Task<IReadOnlyDictionary<string, string>> SettingsAsync(string database, CancellationToken cancellationToken)
    {
        await using var connection = await SourceOf(database).ConnectAsync(cancellationToken);
        await using var command = new SqlCommand(ServerSettings.QueryOfSqlServer, connection);
        await using var row = await command.ExecuteReaderAsync(cancellationToken);
        await row.ReadAsync(cancellationToken);
        var values = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (var column = 0; column < row.FieldCount; column++)
        {
            if (!row.IsDBNull(column))
            {
                values[row.GetName(column)] = row.GetString(column);
            }
        }

        values["tls"] = address.Encryption == SqlEncryption.None ? "not asked for" : "verified";
        return values;
    }

    private SqlServerDatabases Databases => new(SourceOf(address.Database), SourceOf);

    internal SqlServerSource SourceOf(string database)
    {
        var isEncrypted = address.Encryption != SqlEncryption.None;
        var text = new SqlConnectionStringBuilder
        {
            DataSource = FormattableString.Invariant($"tcp:{address.Host},{address.Port}"),
            InitialCatalog = database,
            Encrypt = isEncrypted ? SqlConnectionEncryptOption.Mandatory : SqlConnectionEncryptOption.Optional,
            TrustServerCertificate = !isEncrypted,
            Pooling = false,
            Enlist = false,
            ConnectRetryCount = 0,
            ConnectTimeout = Math.Max(1, (int)Math.Ceiling(operationTimeout.TotalSeconds)),
            CommandTimeout = (int)Math.Ceiling((operationTimeout + Later).TotalSeconds),
            ApplicationName = "AzurePerf",
        };
        if (address.CertificateFile is { } certificate)
        {
            text.ServerCertificate = certificate;
        }

        if (address.Password is { } password)
        {
            (text.UserID, text.Password) = (address.User, password);
        }

        return new(text.ConnectionString, token is null ? null : token.GetAsync, ServerTimeout(operationTimeout));
    }
}
