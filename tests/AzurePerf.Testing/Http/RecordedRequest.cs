namespace AzurePerf.Testing.Http;

/// <summary>A request as it would have gone over the wire.</summary>
public sealed record RecordedRequest(string Method, Uri Uri, IReadOnlyDictionary<string, string> Headers, byte[] BodyBytes)
{
    public string Body => System.Text.Encoding.UTF8.GetString(BodyBytes);

    public string? Header(string name) => Headers.TryGetValue(name, out string? value) ? value : null;
}
