#nullable disable // the official assembly is not annotated: both must give callers the same warnings

using Azure.Data.Tables.Accounts;

namespace Azure.Data.Tables;

/// <summary>An account name with its key; the key never leaves this object but as a signature.</summary>
public class TableSharedKeyCredential
{
    private readonly byte[] _key;

    /// <exception cref="FormatException">The key is not base64.</exception>
    public TableSharedKeyCredential(string accountName, string accountKey)
    {
        ArgumentException.ThrowIfNullOrEmpty(accountName);
        ArgumentException.ThrowIfNullOrEmpty(accountKey);
        AccountName = accountName;
        _key = Convert.FromBase64String(accountKey);
    }

    public string AccountName { get; }

    internal string Authorization(string date, string absolutePath)
        => SharedKeyLite.Authorization(AccountName, _key, date, absolutePath);
}
