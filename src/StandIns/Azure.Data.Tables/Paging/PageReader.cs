namespace Azure.Data.Tables.Paging;

/// <summary>Reads the values of one page from its JSON.</summary>
internal delegate IReadOnlyList<T> PageReader<T>(ReadOnlySpan<byte> json);
