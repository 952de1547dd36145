using System.Globalization;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Postgres;
using Npgsql;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>A PostgreSQL server.</summary>
/// <param name="variable">The setting that it was read from.</param>
/// <param name="address">Where it is.</param>
/// <param name="token">Signs in where the address has no password; else null.</param>
/// <param name="operationTimeout">After which the client gives an operation up; the server does before.</param>
internal sealed class PostgresTarget(string variable, SqlAddress address, SignInToken? token, TimeSpan operationTimeout) : DatabaseTarget
{
    /// <summary>The part of a statement's time that it may wait for one lock. The server counts both from when they begin, the statement
    /// first: with equal limits no lock would ever be what took too long.</summary>
    private const double LockPart = 0.8;

    /// <summary>How long a connection may be idle before the system asks the server for a sign of life, as the driver of SQL Server has
    /// it. What forgets idle connections on the way keeps it then.</summary>
    private static readonly TimeSpan KeepAliveTime = TimeSpan.FromSeconds(30);

    /// <summary>Before it asks again. After nine questions without an answer the connection is lost.</summary>
    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(3);

    /// <summary>To connect to make, load and check databases: that of an operation may be too short for a server far away.</summary>
    private static readonly TimeSpan LeastToConnect = TimeSpan.FromSeconds(30);

    /// <summary>For each answer of the server that has no command with a time-out of its own: to a piece of COPY, and to the end of a
    /// transaction. Without it a load whose server hangs would wait for the limit of its task.</summary>
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromMinutes(10);

    private NpgsqlDataSource? _administration;

    public override ClientSettings ClientSettings => OneConnectionEach(operationTimeout);

    public override IReadOnlyList<string> Notes =>
    [
        .. address.IsHere ? ["client and server share this machine"] : Array.Empty<string>(),
        .. address is { IsHere: false, Encryption: SqlEncryption.None } ? ["connected without TLS"] : Array.Empty<string>(),
        .. address.CertificateFile is null ? [] : new[] { "the server's certificate was checked against those of the setting's ca" },
    ];

    protected override string Variable => variable;

    public override async Task HaveSignInAsync(CancellationToken cancellationToken)
    {
        if (token is not null)
        {
            await token.GetAsync(cancellationToken);
        }
    }

    /// <summary>Opens a new connection to a database each time, with the server's timeouts before the client's. Dispose it.</summary>
    public NpgsqlDataSource Open(string database) =>
        Build(database, ServerTimeout(operationTimeout), (int)Math.Ceiling((operationTimeout + Later).TotalSeconds), operationTimeout);

    public override ISqlDatabase OpenDatabase(string name, bool prepares) => new PostgresDatabase(Open(name))
    {
        Prepares = prepares,
        Unlimited = OpenUnlimited(name, LongestAnswer),
    };

    public override async Task CheckAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await Administration.OpenConnectionAsync(cancellationToken);
            if (PostgresVersion.FaultOf(connection.PostgresParameters.GetValueOrDefault("server_version", "")) is { } tooOld)
            {
                throw Unfit(tooOld);
            }

            await using var rights = new NpgsqlCommand(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user", connection);
            if (await rights.ExecuteScalarAsync(cancellationToken) is not true)
            {
                throw Unfit(SqlAdvice.MayNotCreate);
            }
        }
        catch (PostgresException missing) when (missing.SqlState == PostgresErrorCodes.InvalidCatalogName)
        {
            throw Unfit("names a database that the server does not have: postgres is there on every server");
        }
        catch (NpgsqlException refused) when (refused.SqlState != PostgresErrorCodes.DiskFull && SqlAdvice.Of(refused) is { } advice)
        {
            throw Unfit($"{advice} ({FailureText.Of(refused)})");
        }
    }

    /// <summary>File by file: the other way leaves files with holes, and when the disk is full by the time they are to be filled, the
    /// server can write nothing and drop nothing.</summary>
    public override Task CreateAsync(string name, CancellationToken cancellationToken) => ExecuteAsync(
        $"CREATE DATABASE {Own(name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' STRATEGY FILE_COPY",
        cancellationToken);

    /// <summary>File by file, which ends with a checkpoint: the log of the other way would be written while the copy is
    /// measured.</summary>
    public override Task CopyAsync(string source, string name, CancellationToken cancellationToken) =>
        ExecuteAsync($"CREATE DATABASE {Own(name)} TEMPLATE {Own(source)} STRATEGY FILE_COPY", cancellationToken);

    public override void Dispose()
    {
        _administration?.Dispose();
        base.Dispose();
    }

    /// <summary>Ends before what still makes it: a server goes on copying for a worker that was killed, and until it is done there is
    /// nothing to drop.</summary>
    protected override async Task RemoveAsync(string name, CancellationToken cancellationToken)
    {
        await ExecuteAsync(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                + $"WHERE pid <> pg_backend_pid() AND usename = current_user AND query LIKE 'CREATE DATABASE {name} %'",
            cancellationToken);
        await ExecuteAsync($"DROP DATABASE IF EXISTS {name} WITH (FORCE)", cancellationToken);
    }

    protected override async Task<IReadOnlyDictionary<string, string>> SettingsAsync(string database, CancellationToken cancellationToken)
    {
        await using var source = Open(database);
        await using var connection = await source.OpenConnectionAsync(cancellationToken);
        await using var command = new NpgsqlCommand("SELECT name, current_setting(name) FROM pg_settings WHERE name = ANY ($1)", connection)
        {
            Parameters = { new() { Value = ServerSettings.OfPostgres.ToArray() } },
        };
        await using var rows = await command.ExecuteReaderAsync(cancellationToken);
        var values = new SortedDictionary<string, string>(StringComparer.Ordinal);
        while (await rows.ReadAsync(cancellationToken))
        {
            values[rows.GetString(0)] = rows.GetString(1);
        }

        values["tls"] = address.Encryption == SqlEncryption.None ? "off" : "verified";
        return values;
    }

    /// <summary>Without a timeout: to make or remove a database can take long, and the caller can cancel it.</summary>
    private NpgsqlDataSource Administration => _administration ??= OpenUnlimited(address.Database, TimeSpan.Zero);

    private NpgsqlDataSource OpenUnlimited(string database, TimeSpan longestAnswer) => Build(
        database, TimeSpan.Zero, (int)longestAnswer.TotalSeconds, operationTimeout > LeastToConnect ? operationTimeout : LeastToConnect);

    private async Task ExecuteAsync(string statement, CancellationToken cancellationToken)
    {
        await using var connection = await Administration.OpenConnectionAsync(cancellationToken);
        await using var command = new NpgsqlCommand(statement, connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private NpgsqlDataSource Build(string database, TimeSpan serverTimeout, int clientTimeoutSeconds, TimeSpan connectTimeout)
    {
        var (limit, lockLimit) = ((long)serverTimeout.TotalMilliseconds, (long)(serverTimeout * LockPart).TotalMilliseconds);
        var text = new NpgsqlConnectionStringBuilder
        {
            Host = address.Host,
            Port = address.Port,
            Database = database,
            Username = address.User,
            Password = address.Password,
            SslMode = address.Encryption == SqlEncryption.None ? SslMode.Disable : SslMode.VerifyFull,
            RootCertificate = address.CertificateFile,
            GssEncryptionMode = GssEncryptionMode.Disable,
            Pooling = false,
            Enlist = false,
            Timeout = Math.Clamp((int)Math.Ceiling(connectTimeout.TotalSeconds), 1, 1024),
            CommandTimeout = clientTimeoutSeconds,
            TcpKeepAlive = true,
            TcpKeepAliveTime = (int)KeepAliveTime.TotalSeconds,
            TcpKeepAliveInterval = (int)KeepAliveInterval.TotalSeconds,
            ApplicationName = "AzurePerf",
            IncludeErrorDetail = true,
            Options = string.Create(CultureInfo.InvariantCulture, $"-c statement_timeout={limit} -c lock_timeout={lockLimit}"),
        };
        var builder = new NpgsqlDataSourceBuilder(text.ConnectionString);
        if (token is not null)
        {
            builder.UsePeriodicPasswordProvider((_, stop) => token.GetAsync(stop), SignInToken.Renewal, SignInToken.Retry);
        }

        return builder.Build();
    }
}
