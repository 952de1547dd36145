using System.Security.Cryptography;
using System.Text;

namespace AzurePerf.Core.Peers;

/// <summary>
/// How two workers prove to each other that both know the token of their point, without sending it: the server sends a number that is used
/// once, the client answers with one of its own, its request and a keyed hash over all three, and the server answers with another hash over
/// the same.
/// </summary>
/// <remarks>HMAC with SHA-256 (RFC 2104, FIPS 198-1). Each side hashes a word of its own in front, so that no answer can be sent back as a
/// question.</remarks>
public static class PeerHandshake
{
    public const int NonceLength = 32;
    public const int SessionLength = 16;
    public const int ProofLength = HMACSHA256.HashSizeInBytes;

    /// <summary>What the server sends first: a mark, a version, three zeros and its nonce.</summary>
    public const int GreetingLength = 8 + NonceLength;

    /// <summary>What the client answers: its nonce, its session, its request and its proof.</summary>
    public const int AnswerLength = NonceLength + SessionLength + PeerRequest.Length + ProofLength;

    /// <summary>What the server says then: one byte, and its own proof.</summary>
    public const int VerdictLength = 1 + ProofLength;

    /// <summary>The first byte of a verdict that lets the client in.</summary>
    public const byte Accepted = 1;

    /// <summary>That of one that does not, because another peer is being served.</summary>
    public const byte Busy = 2;

    /// <summary>That of one that does not, because the request is not one that this point makes.</summary>
    public const byte Refused = 3;

    private const int SignedLength = AnswerLength - ProofLength;
    private static readonly byte[] Mark = [.. "AZPF"u8, 1, 0, 0, 0];

    /// <summary>The key that both sides derive from what only they can read: another one for every execution.</summary>
    public static byte[] KeyOf(string token, string runId, int point, int attempt) =>
        HMACSHA256.HashData(
            Encoding.UTF8.GetBytes(token), Encoding.UTF8.GetBytes(FormattableString.Invariant($"peer {runId} {point} {attempt}")));

    public static byte[] Greeting(ReadOnlySpan<byte> serverNonce) => [.. Mark, .. serverNonce[..NonceLength]];

    /// <summary>False when what answered is no peer, or one of another version.</summary>
    public static bool IsGreeting(ReadOnlySpan<byte> greeting) =>
        greeting.Length == GreetingLength && greeting[..Mark.Length].SequenceEqual(Mark);

    /// <param name="key">The common key.</param>
    /// <param name="greeting">What the server sent.</param>
    /// <param name="clientNonce">A number used once.</param>
    /// <param name="session">The same for all connections of one execution.</param>
    /// <param name="request">What the connection is for.</param>
    public static byte[] Answer(
        byte[] key, ReadOnlySpan<byte> greeting, ReadOnlySpan<byte> clientNonce, ReadOnlySpan<byte> session, PeerRequest request)
    {
        var answer = new byte[AnswerLength];
        clientNonce[..NonceLength].CopyTo(answer);
        session[..SessionLength].CopyTo(answer.AsSpan(NonceLength));
        request.Write(answer.AsSpan(NonceLength + SessionLength));
        Proof(key, "client"u8, greeting, answer).CopyTo(answer, SignedLength);
        return answer;
    }

    /// <summary>True when whoever answered knows the key. Takes the same time for every wrong proof.</summary>
    public static bool Proves(byte[] key, ReadOnlySpan<byte> greeting, ReadOnlySpan<byte> answer) =>
        answer.Length == AnswerLength
            && CryptographicOperations.FixedTimeEquals(Proof(key, "client"u8, greeting, answer), answer[SignedLength..]);

    public static ReadOnlySpan<byte> SessionOf(ReadOnlySpan<byte> answer) => answer.Slice(NonceLength, SessionLength);

    public static bool TryReadRequest(ReadOnlySpan<byte> answer, out PeerRequest request) =>
        PeerRequest.TryRead(answer.Slice(NonceLength + SessionLength, PeerRequest.Length), out request);

    public static byte[] Verdict(byte[] key, byte verdict, ReadOnlySpan<byte> greeting, ReadOnlySpan<byte> answer) =>
        [verdict, .. Proof(key, WordOf(verdict), greeting, answer)];

    /// <summary>True when the verdict came from one that knows the key, for this answer.</summary>
    public static bool IsGenuine(byte[] key, ReadOnlySpan<byte> verdict, ReadOnlySpan<byte> greeting, ReadOnlySpan<byte> answer) =>
        verdict.Length == VerdictLength
            && CryptographicOperations.FixedTimeEquals(Proof(key, WordOf(verdict[0]), greeting, answer), verdict[1..]);

    private static ReadOnlySpan<byte> WordOf(byte verdict) => verdict switch
    {
        Accepted => "server accepts"u8,
        Busy => "server is busy"u8,
        _ => "server refuses"u8,
    };

    private static byte[] Proof(byte[] key, ReadOnlySpan<byte> word, ReadOnlySpan<byte> greeting, ReadOnlySpan<byte> answer)
    {
        using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key);
        hash.AppendData(word);
        hash.AppendData(greeting);
        hash.AppendData(answer[..SignedLength]);
        return hash.GetHashAndReset();
    }
}
