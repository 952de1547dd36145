using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Testing.Azurite;

/// <summary>The loopback ports that an emulator's services listen on.</summary>
public sealed partial record AzuritePorts(int Blob, int Queue, int Table)
{
    private const string Account = "devstoreaccount1";
    private const string PublicKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    public string ConnectionString => string.Create(
        CultureInfo.InvariantCulture,
        $"DefaultEndpointsProtocol=http;AccountName={Account};AccountKey={PublicKey};"
        + $"BlobEndpoint=http://127.0.0.1:{Blob}/{Account};QueueEndpoint=http://127.0.0.1:{Queue}/{Account};"
        + $"TableEndpoint=http://127.0.0.1:{Table}/{Account};");

    public Uri TableEndpoint => new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{Table}/{Account}"));

    /// <summary>Takes the port from the line in which a service says that it listens; other lines change nothing.</summary>
    internal AzuritePorts Read(string line)
    {
        Match match = Listening().Match(line);
        if (!match.Success)
        {
            return this;
        }

        int port = int.Parse(match.Groups["port"].ValueSpan, CultureInfo.InvariantCulture);
        return match.Groups["service"].Value switch
        {
            "Blob" => this with { Blob = port },
            "Queue" => this with { Queue = port },
            _ => this with { Table = port },
        };
    }

    internal bool AreKnown => Blob > 0 && Queue > 0 && Table > 0;

    [GeneratedRegex(@"^Azurite (?<service>Blob|Queue|Table) service is successfully listening at http://127\.0\.0\.1:(?<port>\d+)")]
    private static partial Regex Listening();
}
