using System.Diagnostics.CodeAnalysis;
using Azure.Core;

namespace Azure.Data.Tables.Transactions;

/// <summary>The answer to one action of a transaction.</summary>
internal sealed class PartResponse(int status, string reasonPhrase, List<HttpHeader> headers, ReadOnlyMemory<byte> body) : Response
{
    private Stream? _content = new MemoryStream(body.ToArray(), 0, body.Length, writable: false, publiclyVisible: true);

    public override int Status => status;

    public override bool IsError => status >= 400;

    public override string ReasonPhrase => reasonPhrase;

    public override Stream? ContentStream
    {
        get => _content;
        set => _content = value;
    }

    public override string ClientRequestId { get; set; } = string.Empty;

    public override void Dispose() => _content?.Dispose();

    protected override bool ContainsHeader(string name) => TryGetHeader(name, out _);

    protected override IEnumerable<HttpHeader> EnumerateHeaders() => headers;

    protected override bool TryGetHeader(string name, [NotNullWhen(true)] out string? value)
    {
        foreach (HttpHeader header in headers)
        {
            if (header.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                value = header.Value;
                return true;
            }
        }

        value = null;
        return false;
    }

    protected override bool TryGetHeaderValues(string name, [NotNullWhen(true)] out IEnumerable<string>? values)
    {
        values = TryGetHeader(name, out string? value) ? [value] : null;
        return values is not null;
    }
}
