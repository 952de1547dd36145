using Azure.Core;

namespace Azure.Data.Tables;

/// <summary>Options of the table clients: protocol version here; transport, retries and policies in <see cref="ClientOptions"/>.</summary>
public class TableClientOptions : ClientOptions
{
    public TableClientOptions(ServiceVersion serviceVersion = ServiceVersion.V2020_12_06)
        => VersionText = serviceVersion switch
        {
            ServiceVersion.V2019_02_02 => "2019-02-02",
            ServiceVersion.V2020_12_06 => "2020-12-06",
            _ => throw new ArgumentOutOfRangeException(nameof(serviceVersion), serviceVersion, "The service version is not known."),
        };

    internal string VersionText { get; }

    /// <summary>Protocol versions of the table service that the client speaks.</summary>
    public enum ServiceVersion
    {
        V2019_02_02 = 1,
        V2020_12_06 = 2,
    }
}
