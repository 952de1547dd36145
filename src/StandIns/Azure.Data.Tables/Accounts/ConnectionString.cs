namespace Azure.Data.Tables.Accounts;

/// <summary>An account's table endpoint and key, read from the text form that portals and emulators hand out.</summary>
internal sealed class ConnectionString
{
    private const string DevelopmentAccount = "devstoreaccount1";

    // Public by design: every emulator of the storage service knows this key.
    private const string DevelopmentKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private ConnectionString(Uri endpoint, TableSharedKeyCredential credential)
    {
        Endpoint = endpoint;
        Credential = credential;
    }

    public Uri Endpoint { get; }

    public TableSharedKeyCredential Credential { get; }

    /// <summary>Reads the text; no error it throws repeats any value of it.</summary>
    /// <exception cref="InvalidOperationException">The text does not name an account with a key and an endpoint.</exception>
    public static ConnectionString Parse(string text)
    {
        Dictionary<string, string> settings = Split(text);
        if (settings.TryGetValue("UseDevelopmentStorage", out string? use))
        {
            return use.Equals("true", StringComparison.OrdinalIgnoreCase)
                ? Development(settings)
                : throw Fault("UseDevelopmentStorage can only be true");
        }

        string account = Required(settings, "AccountName");
        string key = Required(settings, "AccountKey");
        return new ConnectionString(EndpointOf(settings, account), Credentials(account, key));
    }

    private static Dictionary<string, string> Split(string text)
    {
        var settings = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (string part in text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            int equals = part.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0)
            {
                throw Fault("each setting must have the form name=value");
            }

            if (!settings.TryAdd(part[..equals].Trim(), part[(equals + 1)..].Trim()))
            {
                throw Fault("a setting is given twice");
            }
        }

        return settings;
    }

    private static ConnectionString Development(Dictionary<string, string> settings)
    {
        string host = settings.TryGetValue("DevelopmentStorageProxyUri", out string? proxy)
            ? Address(proxy, "DevelopmentStorageProxyUri").GetLeftPart(UriPartial.Scheme) + new Uri(proxy).Host
            : "http://127.0.0.1";
        return new ConnectionString(
            new Uri($"{host}:10002/{DevelopmentAccount}"),
            Credentials(DevelopmentAccount, DevelopmentKey));
    }

    private static Uri EndpointOf(Dictionary<string, string> settings, string account)
    {
        if (settings.TryGetValue("TableEndpoint", out string? endpoint))
        {
            return Address(endpoint, "TableEndpoint");
        }

        string protocol = settings.GetValueOrDefault("DefaultEndpointsProtocol", "https");
        string suffix = settings.GetValueOrDefault("EndpointSuffix", "core.windows.net");
        return Address($"{protocol}://{account}.table.{suffix}", "EndpointSuffix");
    }

    private static Uri Address(string text, string setting)
        => Uri.TryCreate(text, UriKind.Absolute, out Uri? uri) && uri.Scheme is "http" or "https"
            ? uri
            : throw Fault($"{setting} does not give an http or https address");

    private static TableSharedKeyCredential Credentials(string account, string key)
    {
        if (!Convert.TryFromBase64String(key, new byte[key.Length], out _))
        {
            throw Fault("AccountKey is not base64");
        }

        return new TableSharedKeyCredential(account, key);
    }

    private static string Required(Dictionary<string, string> settings, string name)
        => settings.TryGetValue(name, out string? value) && value.Length > 0 ? value : throw Fault($"{name} is missing");

    private static InvalidOperationException Fault(string reason) => new($"The connection string cannot be used: {reason}.");
}
