using System.Diagnostics.CodeAnalysis;

namespace AzurePerf.Core.Targets;

/// <summary>
/// Where a storage account is and how to sign in: a connection string, or an account URI with Entra sign-in. Messages and
/// <see cref="ToString"/> never show the text it was read from, which may hold a key.
/// </summary>
public sealed class StorageAccountAddress
{
    /// <summary>Public by design: every emulator of the storage service knows this key.</summary>
    private const string DevelopmentKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static readonly string[] Services = ["blob", "queue", "table"];

    private StorageAccountAddress(
        string accountName, string? accountKey, string? connectionString, Uri blobEndpoint, Uri queueEndpoint, Uri tableEndpoint)
    {
        AccountName = accountName;
        AccountKey = accountKey;
        ConnectionString = connectionString;
        BlobEndpoint = blobEndpoint;
        QueueEndpoint = queueEndpoint;
        TableEndpoint = tableEndpoint;
    }

    public string AccountName { get; }

    /// <summary>
    /// The key that signs in, base64; null when Entra signs in. Clients are opened with it and with the endpoints, never with the
    /// connection string: what the client libraries say of one that they cannot read repeats it, key and all.
    /// </summary>
    public string? AccountKey { get; }

    /// <summary>The connection string, or null when the account is named by URI and Entra signs in.</summary>
    public string? ConnectionString { get; }

    /// <summary>Client id of the managed identity that signs in; null for a developer's own sign-in, and where a connection string is
    /// given.</summary>
    public string? IdentityClientId { get; private init; }

    /// <summary>How clients of this account sign in.</summary>
    public SignIn SignIn => AccountKey is not null ? SignIn.Key : IdentityClientId is not null ? SignIn.ManagedIdentity : SignIn.Developer;

    public Uri BlobEndpoint { get; }

    public Uri QueueEndpoint { get; }

    public Uri TableEndpoint { get; }

    /// <summary>True for an address on this machine: results come from an emulator, not a cloud.</summary>
    public bool IsEmulator => BlobEndpoint.IsLoopback;

    /// <summary>True when both addresses lead to one account, however they are written.</summary>
    public bool IsSameAccountAs(StorageAccountAddress other) =>
        AccountName.Equals(other.AccountName, StringComparison.OrdinalIgnoreCase)
        && (IsSamePlace(BlobEndpoint, other.BlobEndpoint) || IsSamePlace(QueueEndpoint, other.QueueEndpoint)
            || IsSamePlace(TableEndpoint, other.TableEndpoint));

    /// <summary>The last look at a request before it leaves: what signs in to the account goes to a place that one of its services is at
    /// and nowhere else.</summary>
    /// <exception cref="InvalidOperationException">It was about to go elsewhere.</exception>
    public void RequireOwn(string? scheme, string? host, int port)
    {
        if (!Owns(scheme, host, port))
        {
            throw new InvalidOperationException(
                $"a request with the sign-in of account {AccountName} was about to go to {scheme}://{host}: it was not sent");
        }
    }

    /// <summary>True for a place that one of the account's services is at: what signs in there may go nowhere else.</summary>
    public bool Owns(string? scheme, string? host, int port)
    {
        return IsAt(BlobEndpoint) || IsAt(QueueEndpoint) || IsAt(TableEndpoint);

        bool IsAt(Uri endpoint) => endpoint.Port == port
            && endpoint.Host.Equals(host, StringComparison.OrdinalIgnoreCase)
            && endpoint.Scheme.Equals(scheme, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Reads a connection string or the URI of any one service of the account.</summary>
    /// <exception cref="FormatException">It is neither; the message says what is missing and never repeats the text.</exception>
    public static StorageAccountAddress Parse(string text)
    {
        var trimmed = text.Trim();
        if (trimmed.Length == 0)
        {
            throw new FormatException(
                "is empty; it must be a storage connection string or an account URI such as https://NAME.blob.core.windows.net");
        }

        return Uri.TryCreate(trimmed, UriKind.Absolute, out var uri) && uri.Scheme is "http" or "https"
            ? FromUri(uri!)
            : FromConnectionString(trimmed);
    }

    /// <summary>The same account, signed in to by a managed identity.</summary>
    /// <exception cref="FormatException">It is given by a connection string, whose key would be used in its place.</exception>
    public StorageAccountAddress WithIdentity(string clientId) => ConnectionString is null
        ? new(AccountName, null, null, BlobEndpoint, QueueEndpoint, TableEndpoint) { IdentityClientId = clientId }
        : throw new FormatException(
            "is a connection string, but an identity is given to sign in with: give the account URI, such as "
                + "https://NAME.blob.core.windows.net");

    public override string ToString() => AccountName + SignIn switch
    {
        SignIn.Key => " (connection string)",
        SignIn.ManagedIdentity => $" (managed identity {IdentityClientId})",
        _ => " (Entra sign-in)",
    };

    // 127.0.0.1, [::1] and localhost are one machine; http and https of a service are one account.
    private static bool IsSamePlace(Uri one, Uri other) => one.IsLoopback && other.IsLoopback
        ? one.Port == other.Port
        : one.Authority.Equals(other.Authority, StringComparison.OrdinalIgnoreCase);

    private static StorageAccountAddress FromUri(Uri uri)
    {
        var labels = uri.Host.Split('.');
        if (uri.Scheme != "https" || labels.Length < 3 || !Services.Contains(labels[1]) || uri.PathAndQuery != "/"
            || uri.Fragment.Length > 0 || uri.UserInfo.Length > 0)
        {
            throw new FormatException(
                "is not an account URI; expected https://NAME.blob.core.windows.net (or .queue. or .table.) without path, query or "
                    + "signature");
        }

        return new(labels[0], null, null, For("blob"), For("queue"), For("table"));

        Uri For(string service) =>
            new($"https://{labels[0]}.{service}.{string.Join('.', labels[2..])}{(uri.IsDefaultPort ? "" : ":" + uri.Port)}");
    }

    private static StorageAccountAddress FromConnectionString(string text)
    {
        var parts = ReadParts(text);
        if (parts.TryGetValue("UseDevelopmentStorage", out var development)
            && development.Equals("true", StringComparison.OrdinalIgnoreCase))
        {
            return new("devstoreaccount1", DevelopmentKey, text, new("http://127.0.0.1:10000/devstoreaccount1"),
                new("http://127.0.0.1:10001/devstoreaccount1"), new("http://127.0.0.1:10002/devstoreaccount1"));
        }

        if (!parts.TryGetValue("AccountName", out var name) || name.Length == 0)
        {
            throw new FormatException("is neither an https account URI nor a connection string with AccountName=...");
        }

        return new(name, Key(parts), text, Endpoint(parts, name, "blob"), Endpoint(parts, name, "queue"), Endpoint(parts, name, "table"));
    }

    private static Dictionary<string, string> ReadParts(string text)
    {
        var parts = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var part in text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0 || !parts.TryAdd(part[..equals], part[(equals + 1)..]))
            {
                throw new FormatException("is not a connection string: each part must be NAME=VALUE, once");
            }
        }

        return parts;
    }

    private static string Key(Dictionary<string, string> parts)
    {
        if (!parts.TryGetValue("AccountKey", out var key))
        {
            throw new FormatException("has no AccountKey; for sign-in without a key give the account URI instead");
        }

        if (key.Length == 0 || !Convert.TryFromBase64String(key, new byte[key.Length], out _))
        {
            throw new FormatException("has an AccountKey that is not base64: it may have been cut off");
        }

        return key;
    }

    private static Uri Endpoint(Dictionary<string, string> parts, string account, string service)
    {
        var name = char.ToUpperInvariant(service[0]) + service[1..] + "Endpoint";
        if (parts.TryGetValue(name, out var given))
        {
            return TryCreate(given, out var endpoint)
                ? endpoint
                : throw new FormatException($"has a {name} that is not an http or https URI");
        }

        var protocol = parts.GetValueOrDefault("DefaultEndpointsProtocol", "https");
        var suffix = parts.GetValueOrDefault("EndpointSuffix", "core.windows.net");
        return TryCreate($"{protocol}://{account}.{service}.{suffix}", out var made)
            ? made
            : throw new FormatException("has a DefaultEndpointsProtocol, AccountName or EndpointSuffix that makes no valid address");
    }

    private static bool TryCreate(string text, [NotNullWhen(true)] out Uri? uri) =>
        Uri.TryCreate(text, UriKind.Absolute, out uri) && uri!.Scheme is "http" or "https";
}

/// <summary>How a process proves to a storage account who it is.</summary>
public enum SignIn
{
    /// <summary>By the key of a connection string: an emulator, or an account that still takes keys. A deployment in the cloud never
    /// does.</summary>
    Key,

    /// <summary>By one managed identity, named by its client id: a process in the cloud. No other identity is tried, so that a missing role
    /// shows as what it is.</summary>
    ManagedIdentity,

    /// <summary>By whatever the developer's machine offers, such as <c>az login</c>.</summary>
    Developer,
}
