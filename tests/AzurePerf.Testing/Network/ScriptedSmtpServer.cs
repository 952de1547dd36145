using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace AzurePerf.Testing.Network;

/// <summary>A mail server on a port of this machine that does what a test wants: TLS or none, who may sign in, which addresses it takes, and whether it stays until the end.</summary>
public sealed class ScriptedSmtpServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Task> _sessions = [];
    private readonly Task _accepting;

    public ScriptedSmtpServer()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var made = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, new(2100, 1, 1, 0, 0, 0, TimeSpan.Zero));
        Certificate = X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public X509Certificate2 Certificate { get; }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Whether it speaks TLS from the first byte.</summary>
    public bool IsImplicit { get; init; }

    public bool OffersStartTls { get; init; } = true;

    /// <summary>User and password; null for a server that asks nobody.</summary>
    public (string User, string Password)? Account { get; init; }

    /// <summary>What it answers to an address.</summary>
    public Func<string, string> Recipient { get; set; } = _ => "250 ok";

    /// <summary>What it answers to a mail that it got whole; empty to hang up.</summary>
    public Func<string> Data { get; set; } = () => "250 taken";

    /// <summary>A command that it does not answer; empty for none.</summary>
    public string Ignores { get; init; } = "";

    /// <summary>How long it looks at a mail before it answers.</summary>
    public TimeSpan ConfirmsAfter { get; init; }

    /// <summary>Mails that it got whole, those after which it hung up included.</summary>
    public List<string> Mails { get; } = [];

    /// <summary>Lines that came before the connection was encrypted.</summary>
    public List<string> Open { get; } = [];

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;
        await Task.WhenAll(_sessions);
        Certificate.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                _sessions.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
            }
            catch (Exception exception) when (exception is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                Stream stream = client.GetStream();
                stream = IsImplicit ? await EncryptAsync(stream) : stream;
                await TalkAsync(stream, IsImplicit);
            }
            catch (Exception exception) when (exception is IOException or OperationCanceledException or System.Security.Authentication.AuthenticationException)
            {
                // The client left.
            }
        }
    }

    private async Task TalkAsync(Stream stream, bool encrypted)
    {
        await SayAsync(stream, "220 test");
        while (await ReadAsync(stream, encrypted) is { } line)
        {
            var word = line.Split(' ', ':')[0].ToUpperInvariant();
            switch (word)
            {
                case var ignored when ignored == Ignores:
                    break;
                case "EHLO":
                    await SayAsync(stream, string.Concat(["250-test\r\n", OffersStartTls && !encrypted ? "250-STARTTLS\r\n" : "", Account is null ? "" : "250-AUTH PLAIN\r\n", "250 8BITMIME"]));
                    break;
                case "STARTTLS":
                    await SayAsync(stream, "220 go on");
                    stream = await EncryptAsync(stream);
                    encrypted = true;
                    break;
                case "AUTH":
                    await SayAsync(stream, IsAccount(line) ? "235 ok" : "535 5.7.8 no: " + line);
                    break;
                case "RCPT":
                    await SayAsync(stream, Recipient(line[(line.IndexOf('<', StringComparison.Ordinal) + 1)..line.LastIndexOf('>')]));
                    break;
                case "DATA":
                    await SayAsync(stream, "354 go on");
                    if (!await TakeAsync(stream, encrypted))
                    {
                        return;
                    }

                    break;
                case "QUIT":
                    await SayAsync(stream, "221 bye");
                    return;
                default:
                    await SayAsync(stream, "250 ok");
                    break;
            }
        }
    }

    private async Task<bool> TakeAsync(Stream stream, bool encrypted)
    {
        var mail = new StringBuilder();
        while (await ReadAsync(stream, encrypted) is { } line and not ".")
        {
            mail.Append(line).Append('\n');
        }

        Mails.Add(mail.ToString());
        if (Data() is not { Length: > 0 } answer)
        {
            return false;
        }

        await Task.Delay(ConfirmsAfter, TimeProvider.System, _stop.Token);
        await SayAsync(stream, answer);
        return true;
    }

    private bool IsAccount(string line) => Account is var (user, password)
        && line == "AUTH PLAIN " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"\0{user}\0{password}"));

    private async Task<SslStream> EncryptAsync(Stream stream)
    {
        var encrypted = new SslStream(stream);
        await encrypted.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = Certificate }, _stop.Token);
        return encrypted;
    }

    private async Task SayAsync(Stream stream, string answer)
    {
        await stream.WriteAsync(Encoding.ASCII.GetBytes(answer + "\r\n"), _stop.Token);
        await stream.FlushAsync(_stop.Token);
    }

    /// <summary>A line without its end; null when the client left. Byte by byte, so that nothing of what follows STARTTLS is taken.</summary>
    private async Task<string?> ReadAsync(Stream stream, bool encrypted)
    {
        var (line, one) = (new List<byte>(), new byte[1]);
        while (await stream.ReadAsync(one, _stop.Token) == 1)
        {
            if (one[0] == '\n')
            {
                var text = Encoding.UTF8.GetString([.. line]).TrimEnd('\r');
                if (!encrypted)
                {
                    Open.Add(text);
                }

                return text;
            }

            line.Add(one[0]);
        }

        return null;
    }
}
