using System.Globalization;
using System.Net;

namespace AzurePerf.Core.Targets.Sql;

/// <summary>
/// Where databases are and how to sign in: <c>postgresql://user:password@host:port/database</c>, <c>sqlserver://</c> in the same form, or
/// <c>sqlite:FOLDER</c>. Messages and <see cref="ToString"/> never show the text it was read from, which may hold a password.
/// </summary>
public sealed record SqlAddress
{
    /// <summary>The port of PostgreSQL where none is given.</summary>
    public const int PostgresPort = 5432;

    /// <summary>That of SQL Server.</summary>
    public const int SqlServerPort = 1433;

    private const int LongestObjective = 60;

    private const string Form = "must look like postgresql://user:password@host:port/database, sqlserver://..., or sqlite:FOLDER";

    private SqlAddress()
    {
    }

    public required SqlEngine Engine { get; init; }

    /// <summary>Name or IP address; empty for SQLite, like all that follows but <see cref="Folder"/>.</summary>
    public string Host { get; private init; } = "";

    public int Port { get; private init; }

    /// <summary>The database that is connected to in order to make others; nothing is made in it.</summary>
    public string Database { get; private init; } = "";

    public string User { get; private init; } = "";

    /// <summary>Null where a token of Entra signs in.</summary>
    public string? Password { get; private init; }

    public SqlEncryption Encryption { get; private init; }

    /// <summary>Certificates that the server's must be signed by, and for SQL Server the server's own; null for those that the system
    /// trusts.</summary>
    public string? CertificateFile { get; private init; }

    /// <summary>What a database of Azure SQL is made with, such as S3 or GP_Gen5_2; null for what Azure takes where nothing is
    /// said.</summary>
    public string? ServiceObjective { get; private init; }

    /// <summary>Where the databases are, for SQLite; else empty.</summary>
    public string Folder { get; private init; } = "";

    /// <summary>True where client and server share this machine.</summary>
    public bool IsHere => Engine == SqlEngine.Sqlite || IsLoopback(Host);

    /// <summary>Reads what stands in a target's setting.</summary>
    /// <param name="word">Before the first colon: postgresql, sqlserver or sqlite.</param>
    /// <param name="rest">Behind it.</param>
    /// <exception cref="FormatException">It is wrong. The message goes on after the name of the setting, and repeats nothing of
    /// it.</exception>
    public static SqlAddress Parse(string word, string rest)
    {
        ArgumentNullException.ThrowIfNull(rest);
        return word switch
        {
            "postgresql" => OfServer(SqlEngine.PostgreSql, PostgresPort, rest),
            "sqlserver" => OfServer(SqlEngine.SqlServer, SqlServerPort, rest),
            "sqlite" => OfFolder(rest.Trim()),
            _ => throw new FormatException(Form),
        };
    }

    /// <summary>Engine and place, without user and password.</summary>
    public override string ToString() => Engine switch
    {
        SqlEngine.PostgreSql => $"PostgreSQL at {Host}",
        SqlEngine.SqlServer => $"SQL Server at {Host}",
        _ => "SQLite in a folder",
    };

    private static SqlAddress OfFolder(string folder) => Path.IsPathFullyQualified(folder)
        ? new() { Engine = SqlEngine.Sqlite, Folder = folder }
        : throw new FormatException("must name the full path of a folder, as in sqlite:/data");

    private static SqlAddress OfServer(SqlEngine engine, int usualPort, string rest)
    {
        var text = rest.Trim();
        if (!text.StartsWith("//", StringComparison.Ordinal))
        {
            throw new FormatException(Form);
        }

        var (place, options) = Cut(text[2..], '?');
        var (authority, database) = Cut(place, '/');
        var at = authority.LastIndexOf('@');
        if (at <= 0 && engine == SqlEngine.PostgreSql)
        {
            throw new FormatException($"names no user: it {Form}, with special characters of a password as in %2F for /");
        }

        if (at <= 0 && database.Contains('@', StringComparison.Ordinal))
        {
            throw new FormatException("has an @ behind its host: write / in a password as %2F");
        }

        var (user, password) = Cut(authority[..Math.Max(0, at)], ':');
        var (host, port) = ReadPlace(authority[(at + 1)..], usualPort);
        var address = new SqlAddress
        {
            Engine = engine,
            Host = host,
            Port = port,
            Database = Required(
                Decode(database), $"database, such as /{(engine == SqlEngine.PostgreSql ? "postgres" : "master")} at the end"),
            User = engine == SqlEngine.PostgreSql || password.Length > 0 ? Required(Decode(user), "user") : Decode(user),
            Password = password.Length > 0 ? Decode(password) : null,
            Encryption = IsLoopback(host) ? SqlEncryption.None : SqlEncryption.Verified,
        };
        return Checked(options.Split('&', StringSplitOptions.RemoveEmptyEntries).Aggregate(address, With));
    }

    private static SqlAddress With(SqlAddress address, string option)
    {
        var (name, value) = Cut(option, '=');
        return (name, Decode(value)) switch
        {
            ("tls", "off") => address with { Encryption = SqlEncryption.None },
            ("tls", "on") => address with { Encryption = SqlEncryption.Verified },
            ("ca", { Length: > 0 } file) when Path.IsPathFullyQualified(file) =>
                address with { CertificateFile = file, Encryption = SqlEncryption.Verified },
            ("objective", var objective) when address.Engine == SqlEngine.SqlServer => IsObjective(objective)
                ? address with { ServiceObjective = objective }
                : throw new FormatException("has an objective that is not the name of one, such as S3 or GP_Gen5_2"),
            ("ca", _) => throw new FormatException("has a ca that is not the full path of a file with certificates"),
            ("tls", _) => throw new FormatException("has a tls that is neither off nor on"),
            _ => throw new FormatException(
                "has an option that is not known: ca=FILE and tls=off are, and for SQL Server objective=NAME; "
                    + "write a question mark in a password as %3F"),
        };
    }

    private static SqlAddress Checked(SqlAddress address) => address switch
    {
        { CertificateFile: not null, Encryption: SqlEncryption.None } =>
            throw new FormatException("has both ca and tls=off: without TLS there is no certificate to check"),
        { Password: null, IsHere: false, Encryption: SqlEncryption.None } => throw new FormatException(
            "has no password, so a token signs in, which tls=off would show to everybody on the way: give a password or leave out tls=off"),
        _ => address,
    };

    private static (string Host, int Port) ReadPlace(string place, int usualPort)
    {
        var colon = place.EndsWith(']') ? -1 : place.LastIndexOf(':');
        var (host, port) = colon < 0 ? (place, "") : (place[..colon], place[(colon + 1)..]);
        host = host.Trim('[', ']');
        return Uri.CheckHostName(host) == UriHostNameType.Unknown
            ? throw new FormatException($"names no host that can be one: it {Form}")
            : port.Length == 0 ? (host, usualPort)
            : ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
                ? (host, number)
                : throw new FormatException("has a port that is not from 1 to 65535");
    }

    private static bool IsObjective(string text) =>
        text.Length is > 0 and <= LongestObjective && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_');

    private static bool IsLoopback(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase) || (IPAddress.TryParse(host, out var ip) && IPAddress.IsLoopback(ip));

    private static string Required(string value, string what) =>
        value.Length > 0 ? value : throw new FormatException($"names no {what}");

    private static string Decode(string text) => Uri.UnescapeDataString(text);

    private static (string Before, string Behind) Cut(string text, char at) =>
        text.IndexOf(at, StringComparison.Ordinal) is var place && place >= 0 ? (text[..place], text[(place + 1)..]) : (text, "");
}

/// <summary>What keeps the databases.</summary>
public enum SqlEngine
{
    PostgreSql,

    /// <summary>SQL Server, Azure SQL Database and Azure SQL Managed Instance.</summary>
    SqlServer,

    /// <summary>Files of a folder; the engine is part of the worker.</summary>
    Sqlite,
}

/// <summary>Whether what goes to a server is encrypted.</summary>
public enum SqlEncryption
{
    None,

    /// <summary>TLS, with a certificate that is trusted and has the server's name.</summary>
    Verified,
}
