using System.Security.Cryptography;
using System.Text;
using AzurePerf.Testing.Http;

namespace AzurePerf.UnitTests.StandIns;

/// <summary>The header that the service would compute for a request of the account "acct".</summary>
internal static class Signatures
{
    public static string Expected(RecordedRequest request)
    {
        string text = $"{request.Header("x-ms-date")}\n/acct{request.Uri.AbsolutePath}";
        byte[] signature = HMACSHA256.HashData(Convert.FromBase64String(RecordedTable.AccountKey), Encoding.UTF8.GetBytes(text));
        return $"SharedKeyLite acct:{Convert.ToBase64String(signature)}";
    }
}
