namespace AzurePerf.Storage.Requests;

/// <summary>What a request to a storage service does, told from its method and address.</summary>
internal static class RequestKinds
{
    /// <param name="service">table, queue or blob.</param>
    /// <param name="method">Such as GET.</param>
    /// <param name="address">Of the account or of an emulator, which has the account's name in its path.</param>
    public static string Of(string service, string method, Uri address) => service switch
    {
        "table" => OfTable(method, address),
        "queue" => OfQueue(method, address),
        _ => method == "GET" ? "get" : method == "PUT" ? "put" : "other",
    };

    private static string OfTable(string method, Uri address)
    {
        var path = address.AbsolutePath;
        var namesRow = path.Contains("PartitionKey=", StringComparison.Ordinal)
            || path.Contains("PartitionKey%3D", StringComparison.OrdinalIgnoreCase);
        return method switch
        {
            _ when path.EndsWith("/$batch", StringComparison.Ordinal) || path.EndsWith("/%24batch", StringComparison.Ordinal) =>
                "transaction",
            "GET" when namesRow => "get",
            "GET" => "query",
            "POST" => "insert",
            "PATCH" => "merge",
            "PUT" => "replace",
            "DELETE" => "delete",
            _ => "other",
        };
    }

    private static string OfQueue(string method, Uri address)
    {
        var ofMessages = address.AbsolutePath.EndsWith("/messages", StringComparison.Ordinal);
        var ofMessage = !ofMessages && address.AbsolutePath.Contains("/messages/", StringComparison.Ordinal);
        return method switch
        {
            "POST" when ofMessages => "put",
            "GET" when ofMessages => address.Query.Contains("peekonly=true", StringComparison.Ordinal) ? "peek" : "get",
            "PUT" when ofMessage => "update",
            "DELETE" when ofMessage => "delete",
            "GET" or "HEAD" => "count",
            _ => "other",
        };
    }
}
