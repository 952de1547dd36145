using AzurePerf.Core.Mail;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Mail;

/// <summary>How mails stand in rows: those to be sent in one partition, so that what is due is one request, and those that ended in
/// another, so that they cost that request nothing.</summary>
internal static class OutboxRows
{
    public const string Partition = "outbox";
    public const string EndedPartition = "ended";

    /// <summary>Characters of a reason: a server may have answered at any length.</summary>
    private const int ReasonCharacters = 500;

    public static Row FromMail(OutboxMail mail, string partition = Partition) => new(partition, mail.Id)
    {
        ["v"] = 1,
        ["run"] = mail.RunId,
        ["recipient"] = mail.Recipient,
        ["messageId"] = mail.MessageId,
        ["createdAt"] = mail.CreatedAt,
        ["attempts"] = mail.Attempts,
        ["nextAt"] = mail.NextAt,
        ["underWay"] = mail.UnderWay ? true : null,
        ["state"] = mail.State.ToString(),
        ["reason"] = mail.Reason.Length == 0 ? null : LongText.Cut(mail.Reason, ReasonCharacters),
        ["endedAt"] = mail.EndedAt,
        ["linkToken"] = mail.LinkToken.Length == 0 ? null : mail.LinkToken,
    };

    /// <exception cref="CorruptRowException">The row makes no sense.</exception>
    public static OutboxMail ToMail(Row row)
    {
        row.RequireVersion(1);
        var mail = new OutboxMail
        {
            RunId = row.RequiredText("run"),
            Recipient = row.RequiredText("recipient"),
            MessageId = row.RequiredText("messageId"),
            CreatedAt = row.RequiredInstant("createdAt"),
            Attempts = row.Integer("attempts"),
            NextAt = row.RequiredInstant("nextAt"),
            UnderWay = row.Flag("underWay"),
            Age = row.Age,
            State = row.Choice<OutboxState>("state"),
            Reason = row.Text("reason"),
            EndedAt = row.Instant("endedAt"),
            LinkToken = row.Text("linkToken"),
            ETag = row.ETag,
        };
        return MailAddressText.IsValid(mail.Recipient) && mail.Id == row.RowKey
            ? mail
            : throw row.Corrupt("recipient", "is none of this row");
    }
}
